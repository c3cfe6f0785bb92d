// items/link-outputs: links items to the states they produce. PRODUCED_BY is PRODUCES read from the state: prerequisites
// are then followed along one direction, so that the planner prunes (VarLengthExpand(Pruning,BFS)).
//   $rows  id, outputState (not empty)
:params {namespace: "default", rows: [{id: "open_files", outputState: "measurement_tabs_open"}]};
UNWIND $rows AS row
MATCH (item:KnowledgeItem {namespace: $namespace, id: row.id})
MERGE (state:State {namespace: $namespace, name: row.outputState}) ON CREATE SET state.title = state.name
CREATE (item)-[:PRODUCES]->(state), (state)-[:PRODUCED_BY]->(item)
