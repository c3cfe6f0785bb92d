// memories/delete-memory: delete a memory that the caller can see, with its evidence, its promotions, and the session
// turns that support no other memory. One row if it existed.
//   $archivedBefore  deletes it only if it was archived before this time; null: in any case
:params {namespace: "default", id: "mem_1", visible: ["v0"], archivedBefore: null};
MATCH (memory:Memory {namespace: $namespace, id: $id})
WHERE memory.visibility IN $visible
REMOVE memory.lock // takes the write lock first, so that no signal is recorded meanwhile
WITH memory WHERE $archivedBefore IS NULL OR memory.archivedAt < $archivedBefore
OPTIONAL MATCH (memory)-[:TITLED]->(title:MemoryTitle) // missing if an undo took the memory away
REMOVE title.lock
WITH memory, title,
  COLLECT { MATCH (memory)-[:HAS_EVIDENCE|PROMOTED]->(part) RETURN part } AS parts,
  COLLECT { MATCH (memory)-[:SUPPORTED_BY]->(turn:Turn) WHERE COUNT { (turn)<-[:SUPPORTED_BY]-() } = 1 RETURN turn } AS turns
WITH memory, memory.id AS id, parts + turns AS parts,
  CASE WHEN title IS NULL OR COUNT { (title)<-[:TITLED]-() } > 1 THEN [] ELSE [title] END AS empty
FOREACH (part IN parts | DETACH DELETE part)
DETACH DELETE memory
FOREACH (title IN empty | DELETE title)
RETURN id
