// embedding/find-index-state: state and properties of a slot's vector index. One row; none if there is no such index.
:params {name: "knowledge_embedding0"};
SHOW INDEXES YIELD name, state, properties
WHERE name = $name
RETURN state, properties
