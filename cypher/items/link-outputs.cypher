// items/link-outputs: link items to the states they produce. PRODUCED_BY is the inverse of PRODUCES: with it
// prerequisites are followed along one direction only, which lets the planner prune paths
// (VarLengthExpand(Pruning,BFS)).
//   $rows  id, outputState (not empty)
:params {namespace: "default", rows: [{id: "open_files", outputState: "measurement_tabs_open"}]};
UNWIND $rows AS row
MATCH (item:KnowledgeItem {namespace: $namespace, id: row.id})
MERGE (state:State {namespace: $namespace, name: row.outputState}) ON CREATE SET state.title = state.name
CREATE (item)-[:PRODUCES]->(state), (state)-[:PRODUCED_BY]->(item)
