// Which slot holds the vectors that searches use, and of which model: one node for the whole database.
CREATE CONSTRAINT embedding_model IF NOT EXISTS FOR (m:EmbeddingModel) REQUIRE m.id IS UNIQUE;

// Changes of the model, the newest last by their ids.
CREATE CONSTRAINT embedding_job IF NOT EXISTS FOR (j:EmbeddingJob) REQUIRE j.id IS UNIQUE;

// What has no vector yet in slot 0, in key order.
CREATE INDEX knowledge_by_model0 IF NOT EXISTS FOR (k:Knowledge) ON (k.model0, k.namespace, k.ref);

// What has no vector yet in slot 1, in key order.
CREATE INDEX knowledge_by_model1 IF NOT EXISTS FOR (k:Knowledge) ON (k.model1, k.namespace, k.ref);
