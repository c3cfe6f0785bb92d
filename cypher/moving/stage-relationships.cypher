// moving/stage-relationships: create the relationships between nodes of an import.
//   $rows  from, to: names from stage-nodes; type; properties, integers and integerLists as in stage-nodes
:params {rows: [{from: "default/Plan/1", to: "default/Step/1", type: "HAS_STEP", properties: {}, integers: [], integerLists: []}]};
UNWIND $rows AS row
MATCH (source:Staged {staged: row.from}) USING INDEX SEEK source:Staged(staged)
MATCH (target:Staged {staged: row.to}) USING INDEX SEEK target:Staged(staged)
CREATE (source)-[r:$(row.type)]->(target)
SET r = row.properties
FOREACH (key IN row.integers | SET r[key] = toInteger(r[key]))
FOREACH (key IN row.integerLists | SET r[key] = [each IN r[key] | toInteger(each)])
