// embedding/create-index-1: the vector index of slot 1. It has no fixed dimensions, since the slot may contain any
// model's vectors.
CREATE VECTOR INDEX knowledge_embedding1 IF NOT EXISTS FOR (k:Knowledge) ON k.embedding1
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}}
