// explore/141-memory-with-evidence: Why a memory is trusted as it is
// A memory, what was observed of it, what said the same before, and the session it came from, as a graph. Take an id from
// the statement before this one.
:params {namespace: "demo", memoryId: "mem_d7ce501a0e747b42d7428aeb20"};
MATCH (memory:Memory {namespace: $namespace, id: $memoryId})
OPTIONAL MATCH path = (memory)-[:HAS_EVIDENCE|DUPLICATE_OF|DISTILLED_FROM|PROMOTED]->()
RETURN memory, path LIMIT 50
