// Changes of the model, the newest last by their ids.
CREATE CONSTRAINT embedding_job IF NOT EXISTS FOR (j:EmbeddingJob) REQUIRE j.id IS UNIQUE
