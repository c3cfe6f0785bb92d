// memories/list-merged: ids of the memories merged into this one, directly or through other merges.
:params {namespace: "default", id: "mem_1"};
MATCH (memory:Memory {namespace: $namespace, id: $id})<-[:MERGED_INTO*1..]-(source:Memory)
USING INDEX SEEK memory:Memory(namespace, id)
RETURN DISTINCT source.id AS id
ORDER BY id
