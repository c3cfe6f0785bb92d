// explorer/expand: edges of several nodes, with the nodes at their other ends. Nothing is sorted and each read has a limit, so that
// the cost depends on the size of the answer, even for a node with 100,000 edges.
//   $from       element ids of the nodes, in the order in which they are expanded
//   $edgeTypes  relationship types to follow, among those below
//   $kinds      kinds of knowledge allowed at the other end; null: all. Nodes that are not knowledge are always allowed
//   $required   for each kind, groups of facets; the knowledge must have at least one facet of each group
//   $scanned    maximum edges to read for each node and type        $limit  maximum rows
:params {from: [], edgeTypes: ["LINK"], kinds: null, required: {}, scanned: 400, limit: 400};
UNWIND $from AS id
MATCH (n) WHERE elementId(n) = id
CALL (n) {
  UNWIND [type IN $edgeTypes WHERE type = 'ABOUT'] AS asked MATCH (n)-[r:ABOUT]-(other) RETURN r, other LIMIT toInteger($scanned)
 UNION ALL
  UNWIND [type IN $edgeTypes WHERE type = 'DEPENDS_ON'] AS asked MATCH (n)-[r:DEPENDS_ON]-(other) RETURN r, other LIMIT toInteger($scanned)
 UNION ALL
  UNWIND [type IN $edgeTypes WHERE type = 'DERIVED_FROM'] AS asked MATCH (n)-[r:DERIVED_FROM]-(other) RETURN r, other LIMIT toInteger($scanned)
 UNION ALL
  UNWIND [type IN $edgeTypes WHERE type = 'DUPLICATE_OF'] AS asked MATCH (n)-[r:DUPLICATE_OF]-(other) RETURN r, other LIMIT toInteger($scanned)
 UNION ALL
  UNWIND [type IN $edgeTypes WHERE type = 'FOLLOWS'] AS asked MATCH (n)-[r:FOLLOWS]-(other) RETURN r, other LIMIT toInteger($scanned)
 UNION ALL
  UNWIND [type IN $edgeTypes WHERE type = 'HAS_LEARNING'] AS asked MATCH (n)-[r:HAS_LEARNING]-(other) RETURN r, other LIMIT toInteger($scanned)
 UNION ALL
  UNWIND [type IN $edgeTypes WHERE type = 'HAS_STEP'] AS asked MATCH (n)-[r:HAS_STEP]-(other) RETURN r, other LIMIT toInteger($scanned)
 UNION ALL
  UNWIND [type IN $edgeTypes WHERE type = 'IN_DOMAIN'] AS asked MATCH (n)-[r:IN_DOMAIN]-(other) RETURN r, other LIMIT toInteger($scanned)
 UNION ALL
  UNWIND [type IN $edgeTypes WHERE type = 'LINK'] AS asked MATCH (n)-[r:LINK]-(other) RETURN r, other LIMIT toInteger($scanned)
 UNION ALL
  UNWIND [type IN $edgeTypes WHERE type = 'MENTIONS'] AS asked MATCH (n)-[r:MENTIONS]-(other) RETURN r, other LIMIT toInteger($scanned)
 UNION ALL
  UNWIND [type IN $edgeTypes WHERE type = 'NEXT'] AS asked MATCH (n)-[r:NEXT]-(other) RETURN r, other LIMIT toInteger($scanned)
 UNION ALL
  UNWIND [type IN $edgeTypes WHERE type = 'PRODUCES'] AS asked MATCH (n)-[r:PRODUCES]-(other) RETURN r, other LIMIT toInteger($scanned)
 UNION ALL
  UNWIND [type IN $edgeTypes WHERE type = 'RECOVERS'] AS asked MATCH (n)-[r:RECOVERS]-(other) RETURN r, other LIMIT toInteger($scanned)
 UNION ALL
  UNWIND [type IN $edgeTypes WHERE type = 'REQUIRES'] AS asked MATCH (n)-[r:REQUIRES]-(other) RETURN r, other LIMIT toInteger($scanned)
 UNION ALL
  UNWIND [type IN $edgeTypes WHERE type = 'RETRIEVED'] AS asked MATCH (n)-[r:RETRIEVED]-(other) RETURN r, other LIMIT toInteger($scanned)
 UNION ALL
  UNWIND [type IN $edgeTypes WHERE type = 'SHOWED'] AS asked MATCH (n)-[r:SHOWED]-(other) RETURN r, other LIMIT toInteger($scanned)
 UNION ALL
  UNWIND [type IN $edgeTypes WHERE type = 'TAUGHT'] AS asked MATCH (n)-[r:TAUGHT]-(other) RETURN r, other LIMIT toInteger($scanned)
}
WITH r, other
WHERE other.kind IS NULL OR ($kinds IS NULL OR other.kind IN $kinds)
  AND all(group IN coalesce($required[other.kind], []) WHERE any(token IN group WHERE token IN other.facets))
RETURN elementId(r) AS edge, type(r) AS type, r.type AS label, elementId(startNode(r)) AS source, elementId(endNode(r)) AS target,
  elementId(other) AS other
LIMIT toInteger($limit)
