// shown/show-entities: show the type of entities as a label, and scalar properties as properties of their own. What was shown before
// is removed.
//   $rows  id; labels; values: properties and their values; integers: names of those that are integers, since all numbers
//          arrive as floats
:params {namespace: "default", rows: [{id: "user:alice", labels: ["user"], values: {age: 41.0}, integers: ["age"]}]};
UNWIND $rows AS row
MATCH (entity:Entity {namespace: $namespace, id: row.id}) USING INDEX SEEK entity:Entity(namespace, id)
FOREACH (name IN coalesce(entity.shownProperties, []) | SET entity[name] = null)
REMOVE entity:$(coalesce(entity.shownLabels, []))
SET entity += row.values, entity:$(row.labels)
FOREACH (name IN row.integers | SET entity[name] = toInteger(entity[name]))
SET entity.shownProperties = keys(row.values), entity.shownLabels = row.labels, entity.unshown = null
