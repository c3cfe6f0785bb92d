// explorer/expand: edges of several nodes, with what is at their other ends. Nothing is sorted and each read ends at a bound, so
// that a node with 100,000 edges costs what the answer costs.
//   $from       elementIds of the nodes, in the order in which they are expanded
//   $edgeTypes  types of the relationships, of those below
//   $kinds      kinds of the knowledge that may be at the other end, null for all; what is no knowledge may always be
//   $required   by kind groups of facets, of each of which it must carry one
//   $scanned    edges of a node and a type that are looked at        $limit  most rows
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
