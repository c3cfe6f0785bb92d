// memories/list-merge-holds: of these memories, those that others are merged into. One row each, with the latest change that did.
//   $without  ids of memories whose merges do not count
:params {namespace: "default", refs: ["memory:mem_1"], without: []};
UNWIND $refs AS ref
MATCH (memory:Knowledge {namespace: $namespace, ref: ref}) USING INDEX SEEK memory:Knowledge(namespace, ref)
MATCH (memory)<-[merged:MERGED_INTO]-(source:Memory)
WHERE NOT source.id IN $without
RETURN ref, max(merged.change) AS change
