// Writers of one namespace's entities and pieces queue at one node.
CREATE CONSTRAINT knowledge_layers IF NOT EXISTS FOR (l:KnowledgeLayers) REQUIRE l.namespace IS UNIQUE
