// An item of the knowledge base has one id in its namespace; also the order of exports and pages.
CREATE CONSTRAINT knowledge_item IF NOT EXISTS FOR (i:KnowledgeItem) REQUIRE (i.namespace, i.id) IS UNIQUE
