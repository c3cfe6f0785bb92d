// fluents/unlink-extracted: remove the dependencies read from the rules of fluents. Edges that were declared stay, but are not
// followed, since for a fluent with rules only extracted edges are. One row for each removed dependency: both ids.
:params {namespace: "default", ids: ["MSA/gap"]};
UNWIND $ids AS id
MATCH (fluent:Fluent {namespace: $namespace, id: id})-[edge:DEPENDS_ON]->(needed)
USING INDEX SEEK fluent:Fluent(namespace, id)
WITH id, needed.id AS neededId, edge, edge.extracted AS extracted, edge.declared AS declared
SET edge.extracted = false, edge.followed = false, edge.via = [], edge.negated = false
FOREACH (_ IN CASE WHEN declared THEN [] ELSE [1] END | DELETE edge)
WITH id, neededId, extracted WHERE extracted
RETURN id, neededId
