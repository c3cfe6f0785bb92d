// merging/point-aliases: set the entities that aliases resolve to.
:params {namespace: "default", rows: [{id: "user:al", target: "user:alice"}]};
UNWIND $rows AS row
MATCH (alias:EntityAlias {namespace: $namespace, id: row.id}) USING INDEX SEEK alias:EntityAlias(namespace, id)
SET alias.target = row.target
