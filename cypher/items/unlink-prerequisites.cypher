// items/unlink-prerequisites: remove items from the graph of prerequisites, before they are linked again. Returns the
// names of the states they were linked to, so that unused ones can be deleted.
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
