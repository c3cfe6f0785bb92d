// embedding/create-filtered-index-0: the index of slot 0 as Neo4j 2026 has it, which filters by namespace and kind itself.
// Quantised to bytes, as 5.26 does; 2026 would take single bits.
CYPHER 25
CREATE VECTOR INDEX knowledge_embedding0 IF NOT EXISTS FOR (k:Knowledge) ON k.embedding0 WITH [k.namespace, k.kind]
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.type`: 'SCALAR'}}
