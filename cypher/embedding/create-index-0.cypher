// embedding/create-index-0: the vector index of slot 0. Without dimensions, since the slot may hold any model's.
CREATE VECTOR INDEX knowledge_embedding0 IF NOT EXISTS FOR (k:Knowledge) ON k.embedding0
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}}
