// embedding/create-index-0: the vector index of slot 0. It has no fixed dimensions, since the slot may contain any
// model's vectors.
CREATE VECTOR INDEX knowledge_embedding0 IF NOT EXISTS FOR (k:Knowledge) ON k.embedding0
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}}
