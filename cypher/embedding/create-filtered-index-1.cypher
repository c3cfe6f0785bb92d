// embedding/create-filtered-index-1: the vector index of slot 1 for Neo4j 2026, which filters by namespace and kind
// itself. Quantised to bytes, as in 5.26; the default of 2026 is single bits.
CYPHER 25
CREATE VECTOR INDEX knowledge_embedding1 IF NOT EXISTS FOR (k:Knowledge) ON k.embedding1 WITH [k.namespace, k.kind]
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.type`: 'SCALAR'}}
