// memories/list-merge-holds: those of the given memories that others are merged into. One row each, with the latest
// change that merged one into it.
//   $without  ids of merged memories that are ignored
:params {namespace: "default", refs: ["memory:mem_1"], without: []};
UNWIND $refs AS ref
MATCH (memory:Knowledge {namespace: $namespace, ref: ref}) USING INDEX SEEK memory:Knowledge(namespace, ref)
MATCH (memory)<-[merged:MERGED_INTO]-(source:Memory)
WHERE NOT source.id IN $without
RETURN ref, max(merged.change) AS change
