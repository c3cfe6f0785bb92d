// embedding/create-filtered-index-1: the index of slot 1 as Neo4j 2026 has it, which filters by namespace and kind itself.
// Quantised to bytes, as 5.26 does; 2026 would take single bits.
CYPHER 25
CREATE VECTOR INDEX knowledge_embedding1 IF NOT EXISTS FOR (k:Knowledge) ON k.embedding1 WITH [k.namespace, k.kind]
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.type`: 'SCALAR'}}
