// mentions/save-names: what is known of names, and the entities of those that no document brings one for. One row: how many
// texts the namespace has that are linked.
//   $rows  name, key (null takes it away), told, titles, documents, targets, hidden (true or null), entity (whether it has
//          one of its own); each name once
:params {namespace: "default", now: datetime(), texts: 1, uncased: false, rows: [{name: "les", key: "les", told: 1, titles: 0, documents: 1, targets: [], hidden: null, entity: true}]};
MATCH (layers:KnowledgeLayers {namespace: $namespace})
SET layers.texts = toInteger($texts), layers.uncased = $uncased
WITH layers
CALL () {
  UNWIND $rows AS row
  MERGE (n:Name {namespace: $namespace, name: row.name})
  SET n.key = row.key, n.told = toInteger(row.told), n.titles = toInteger(row.titles),
    n.documents = toInteger(row.documents), n.targets = row.targets, n.hidden = row.hidden
  REMOVE n:UnlinkedName
  FOREACH (_ IN CASE WHEN row.entity THEN [1] ELSE [] END |
    MERGE (entity:Entity {namespace: $namespace, id: 'name:' + row.name})
    ON CREATE SET entity.rule = true, entity.type = 'NAME', entity.name = row.name, entity.createdAt = $now,
      entity.updatedAt = $now
  )
}
RETURN layers.texts AS texts
