// embedding/find-index-state: whether a slot's vector index serves. One row; none while there is no such index.
:params {name: "knowledge_embedding0"};
SHOW INDEXES YIELD name, state, properties
WHERE name = $name
RETURN state, properties
