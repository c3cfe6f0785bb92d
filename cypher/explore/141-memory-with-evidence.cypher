// explore/141-memory-with-evidence: A memory and the reasons for its confidence
// A memory as a graph, with the observations of it, earlier memories that say the same, and the session it was
// distilled from. Copy an id from the result of the previous statement.
:params {namespace: "demo", memoryId: "mem_d7ce501a0e747b42d7428aeb20"};
MATCH (memory:Memory {namespace: $namespace, id: $memoryId})
OPTIONAL MATCH path = (memory)-[:HAS_EVIDENCE|DUPLICATE_OF|DISTILLED_FROM|PROMOTED]->()
RETURN memory, path LIMIT 50
