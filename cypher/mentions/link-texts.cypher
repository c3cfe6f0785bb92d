// mentions/link-texts: write all effects of a change of texts and names in one round trip. Other affected texts are queued
// for linking. The counts of names are stored; a name without an entity from a document gets one of its own, and names that
// no text contains any more are deleted. Texts are linked to the entities that they name, and to the entity of their title.
// If a document already links the piece to an entity, no second edge is created. One row: number of texts queued.
//   $change  one map, since the database plans anew for each size of a list parameter:
//     texts, uncased  number of linked texts of the namespace, and whether one of them has no capitals
//     queries         full-text queries for the texts to queue     except  ids of the texts that are linked here
//     names           name, key (null removes it), told, titles, documents, targets, hidden (true or null), entity
//                     (whether the name gets an entity of its own); each name once
//     entities        names whose own entity is deleted     forgotten  names that are deleted
//     rows            id, names, told, titleName, words, mentions and titled (ids of entities)
// replan=skip for the reason given in find-names.
:params {namespace: "default", now: datetime(), change: {texts: 1, uncased: false, queries: ["+_n37a8eec1ce19687d +((+turbine +flow) _s_les)"], except: ["les-rans-init"], names: [{name: "les", key: "les", told: 1, titles: 0, documents: 1, targets: [], hidden: null, entity: true}], entities: ["rans"], forgotten: ["rans"], rows: [{id: "les-rans-init", names: ["les"], told: ["les"], titleName: null, words: "_n37a8eec1ce19687d les", mentions: ["name:les"], titled: []}]}};
CYPHER replan=skip
MATCH (layers:KnowledgeLayers {namespace: $namespace})
SET layers.texts = toInteger($change.texts), layers.uncased = $change.uncased
WITH layers
CALL (layers) {
  UNWIND $change.queries AS query
  CALL db.index.fulltext.queryNodes('piece_names', query) YIELD node AS piece
  WITH DISTINCT piece
  WHERE piece.namespace = $namespace AND NOT piece.id IN $change.except
  SET piece:UnlinkedPiece
  RETURN count(*) AS marked
}
CALL (layers) {
  UNWIND $change.names AS row
  MERGE (n:Name {namespace: $namespace, name: row.name})
  SET n.key = row.key, n.told = toInteger(row.told), n.titles = toInteger(row.titles),
    n.documents = toInteger(row.documents), n.targets = row.targets, n.hidden = row.hidden
  REMOVE n:UnlinkedName
  FOREACH (_ IN CASE WHEN row.entity THEN [1] ELSE [] END |
    MERGE (entity:Entity {namespace: $namespace, id: 'name:' + row.name})
    ON CREATE SET entity.rule = true, entity.type = 'NAME', entity.title = row.name, entity.name = row.name, entity.createdAt = $now,
      entity.updatedAt = $now
  )
}
CALL (layers) {
  UNWIND $change.entities AS name
  MATCH (entity:Entity {namespace: $namespace, id: 'name:' + name}) USING INDEX SEEK entity:Entity(namespace, id)
  WHERE entity.rule
  DETACH DELETE entity
}
CALL (layers) {
  UNWIND $change.forgotten AS name
  MATCH (n:Name {namespace: $namespace, name: name}) USING INDEX SEEK n:Name(namespace, name)
  REMOVE n:UnlinkedName // otherwise the index of this label still returns the deleted node in this transaction
  DETACH DELETE n
}
CALL (layers) {
  UNWIND $change.rows AS row
  MATCH (piece:Piece {namespace: $namespace, id: row.id}) USING INDEX SEEK piece:Piece(namespace, id)
  SET piece.names = row.names, piece.nameTold = row.told, piece.nameTitle = row.titleName, piece.nameWords = row.words
  REMOVE piece:UnlinkedPiece
  WITH piece, row
  CALL (piece, row) {
    MATCH (piece)-[old:MENTIONS {by: 'RULE'}]->(entity)
    WHERE NOT entity.id IN row.mentions OR EXISTS { MATCH (piece)-[given:MENTIONS]->(entity) WHERE given.by IS NULL }
    DELETE old
  }
  CALL (piece, row) {
    MATCH (piece)-[old:TITLED]->(entity)
    WHERE NOT entity.id IN row.titled
    DELETE old
  }
  CALL (piece, row) {
    UNWIND row.mentions AS id
    MATCH (entity:Entity {namespace: $namespace, id: id}) USING INDEX SEEK entity:Entity(namespace, id)
    WHERE NOT EXISTS { (piece)-[:MENTIONS]->(entity) }
    CREATE (piece)-[:MENTIONS {by: 'RULE'}]->(entity)
  }
  CALL (piece, row) {
    UNWIND row.titled AS id
    MATCH (entity:Entity {namespace: $namespace, id: id}) USING INDEX SEEK entity:Entity(namespace, id)
    MERGE (piece)-[:TITLED]->(entity)
  }
}
RETURN marked
