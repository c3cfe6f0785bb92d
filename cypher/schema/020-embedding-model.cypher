// Which slot holds the vectors that searches use, and of which model: one node for the whole database.
CREATE CONSTRAINT embedding_model IF NOT EXISTS FOR (m:EmbeddingModel) REQUIRE m.id IS UNIQUE
