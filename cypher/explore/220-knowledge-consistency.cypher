// explore/220-knowledge-consistency: Consistency of the knowledge layers
// Each row is an inconsistency: a relation whose key or piece does not match it, a piece that is not linked to its
// owner, an edge to another namespace, a session that is out of order, or an entity derived from a name that no text
// contains. If all is well, the only row says so.
:params {namespace: "demo"};
CALL () {
  MATCH (source:Entity)-[link:LINK]->(target:Entity)
  WHERE link.namespace = $namespace AND link.key > ''
  // The key of a relation with a start date ends with that date.
  WITH source, link, target, link.validFrom IS NOT NULL AS begins,
    source.id + '\n' + link.type + '\n' + target.id + '\n' + coalesce(link.pieceId, '') AS key,
    target.id + '\n' + link.type + '\n' + source.id + '\n' + coalesce(link.pieceId, '') AS reverseKey
  WHERE CASE WHEN begins THEN NOT link.key STARTS WITH key + '\n' ELSE link.key <> key END
    OR CASE WHEN begins THEN NOT link.reverseKey STARTS WITH reverseKey + '\n' ELSE link.reverseKey <> reverseKey END
    OR source.namespace <> $namespace OR target.namespace <> $namespace
  RETURN 'a relation is not what its key says' AS problem, link.key AS what
 UNION ALL
  MATCH ()-[link:LINK]->()
  WHERE link.namespace = $namespace AND link.pieceId > ''
  WITH link
  WHERE NOT EXISTS { (:Piece {namespace: $namespace, id: link.pieceId}) }
  RETURN 'the piece of a relation is missing' AS problem, link.key AS what
 UNION ALL
  MATCH (piece:Piece {namespace: $namespace})
  WHERE piece.id > ''
  WITH piece, COLLECT { MATCH (piece)-[:ABOUT]->(e:Entity) RETURN e.id } AS owners
  WHERE owners <> [id IN [piece.entityId] WHERE id IS NOT NULL]
  RETURN 'a piece is not linked to its owner alone' AS problem, piece.id AS what
 UNION ALL
  MATCH (piece:Piece {namespace: $namespace})
  WHERE piece.id > ''
  MATCH (piece)-[:ABOUT|MENTIONS|TITLED|NEXT]-(other)
  WHERE other.namespace <> $namespace
  RETURN 'an edge leaves the namespace' AS problem, piece.id AS what
 UNION ALL
  MATCH (piece:Piece {namespace: $namespace})
  WHERE piece.id > ''
  WITH piece, COUNT { (piece)-[:NEXT]->() } AS after, COUNT { (piece)<-[:NEXT]-() } AS before,
    EXISTS {
      (piece)-[:NEXT]-(other:Piece) // the chunks of a document follow one another without a session
      WHERE other.session <> piece.session OR (piece.session IS NULL AND piece.citation IS NULL)
    } AS strange
  WHERE after > 1 OR before > 1 OR strange
  RETURN 'a session is not in one order' AS problem, piece.id AS what
 UNION ALL
  MATCH (entity:Entity {namespace: $namespace, type: 'NAME'})
  WHERE entity.id > '' AND entity.rule AND NOT EXISTS { (entity)<-[:MENTIONS {by: 'RULE'}]-(:Piece) }
  RETURN 'an entity is made of a name that no text has' AS problem, entity.id AS what
 UNION ALL
  MATCH (checkIn:CheckIn {namespace: $namespace})-[:BROUGHT]->(node)
  WHERE checkIn.id > '' AND node.namespace <> $namespace
  RETURN 'a check-in brought something elsewhere' AS problem, checkIn.id AS what
}
WITH problem, what ORDER BY problem, what LIMIT 100
WITH collect({problem: problem, what: what}) AS found
UNWIND CASE found WHEN [] THEN [{problem: 'None: all is well', what: null}] ELSE found END AS row
RETURN row.problem AS problem, row.what AS what
