// merging/end-alias: an entity whose merge is undone no longer stands for another: one that was not moved whole yet is there by itself; of one of
// which nothing is left the id stands for nothing.
//   $keep  whether its node is written anew by what follows
:params {namespace: "default", id: "user:al", merge: "01JDEMO", keep: true};
MATCH (alias:EntityAlias {namespace: $namespace, id: $id}) USING INDEX SEEK alias:EntityAlias(namespace, id)
WHERE alias.merge = $merge
FOREACH (_ IN CASE WHEN alias:Entity THEN [1] ELSE [] END | REMOVE alias:EntityAlias, alias.into, alias.target, alias.merge)
FOREACH (_ IN CASE WHEN alias:Entity OR $keep THEN [] ELSE [1] END | DETACH DELETE alias)
