// mentions/mark-names: queue those of the given names whose entities differ from the ones that texts are linked to, until
// the texts are linked again. One row: number of queued names. replan=skip for the reason given in find-names.
:params {namespace: "default", names: ["les"]};
CYPHER replan=skip
UNWIND $names AS name
CALL (name) {
  MATCH (e:Entity {namespace: $namespace, name: name}) USING INDEX SEEK e:Entity(namespace, name)
  WHERE e.rule IS NULL
  RETURN e.id AS id
 UNION
  MATCH (e:Entity {namespace: $namespace, id: 'name:' + name}) USING INDEX SEEK e:Entity(namespace, id)
  WHERE e.rule IS NULL
  RETURN e.id AS id
 UNION
  MATCH (a:EntityAlias {namespace: $namespace, name: name}) USING INDEX SEEK a:EntityAlias(namespace, name)
  RETURN a.target AS id
 UNION
  RETURN null AS id
}
WITH name, id ORDER BY id
WITH name, collect(id) AS targets
OPTIONAL MATCH (known:Name {namespace: $namespace, name: name})
WITH name, targets, coalesce(known.targets, []) AS before
WHERE targets <> before
MERGE (n:Name {namespace: $namespace, name: name})
ON CREATE SET n.told = 0, n.titles = 0, n.documents = 0, n.targets = []
SET n:UnlinkedName
RETURN count(*) AS marked
