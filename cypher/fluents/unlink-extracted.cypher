// fluents/unlink-extracted: forget what was read from the rules of fluents; declared edges stay, but are not followed,
// since a fluent with rules follows these. Returns what was read, by the fluent's id and the other's.
:params {namespace: "default", ids: ["MSA/gap"]};
UNWIND $ids AS id
MATCH (fluent:Fluent {namespace: $namespace, id: id})-[edge:DEPENDS_ON]->(needed)
WITH id, needed.id AS neededId, edge, edge.extracted AS extracted, edge.declared AS declared
SET edge.extracted = false, edge.followed = false, edge.via = [], edge.negated = false
FOREACH (_ IN CASE WHEN declared THEN [] ELSE [1] END | DELETE edge)
WITH id, neededId, extracted WHERE extracted
RETURN id, neededId
