// merging/end-alias: end an alias when its merge is undone. If the merge had not finished, the node is an ordinary entity again;
// otherwise the alias is deleted, unless $keep.
//   $keep  true if a later statement of the transaction restores the node, so that it must not be deleted
:params {namespace: "default", id: "user:al", merge: "01JDEMO", keep: true};
MATCH (alias:EntityAlias {namespace: $namespace, id: $id}) USING INDEX SEEK alias:EntityAlias(namespace, id)
WHERE alias.merge = $merge
FOREACH (_ IN CASE WHEN alias:Entity THEN [1] ELSE [] END | REMOVE alias:EntityAlias, alias.into, alias.target, alias.merge)
FOREACH (_ IN CASE WHEN alias:Entity OR $keep THEN [] ELSE [1] END | DETACH DELETE alias)
