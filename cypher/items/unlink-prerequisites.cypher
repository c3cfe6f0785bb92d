// items/unlink-prerequisites: takes items out of the graph of prerequisites before they are linked anew.
// Returns the names of the states that they were linked to; no item may have these any more.
:params {namespace: "default", ids: ["open_files"]};
UNWIND $ids AS id
MATCH (item:KnowledgeItem {namespace: $namespace, id: id})
OPTIONAL MATCH (item)-[required:REQUIRES]->(target)
OPTIONAL MATCH (item)-[produces:PRODUCES]->(state:State)
OPTIONAL MATCH (state)-[produced:PRODUCED_BY]->(item)
WITH collect(DISTINCT target.name) + collect(DISTINCT state.name) AS states,
  collect(DISTINCT required) + collect(DISTINCT produces) + collect(DISTINCT produced) AS edges
FOREACH (edge IN edges | DELETE edge)
WITH states
UNWIND states AS name
RETURN DISTINCT name
