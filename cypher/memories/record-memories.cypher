// memories/record-memories: record memories of many callers, and link each to the first memory of its scope with the same
// outcome and content (duplicateOf); sameTitle is the newest one before it with its title and other content. One answer per
// row: CREATED, EXISTS (recorded before; returns the first answer), CONFLICT (the key was used for another memory). Rows
// take effect in order, so each sees those before it. A memory that was recorded before and taken away by an undo gets no
// answer.
//   $rows  n, namespace, now, memory (properties of the new node), requestHash (equal for equal requests),
//          strict (false: a repeated key returns the first memory, even if the text differs), titleKey (scope and normalised title),
//          pruneAt, numberInReply (position in the LLM's reply; null if the memory was not distilled),
//          turns (session turns that support it: id, sessionId, number, role, text, error, visibility)
:params {rows: [{n: 0, namespace: "default", now: datetime(), requestHash: "h", strict: true, titleKey: "v0:h", pruneAt: datetime(), numberInReply: 1, turns: [{id: "s1#3", sessionId: "s1", number: 3, role: "user", text: "t", error: false, visibility: "v0"}], memory: {id: "mem_1", ref: "memory:mem_1", visibility: "v0", duplicateGroup: "g", trust: 0.8, sourceSession: null}}]};
UNWIND $rows AS row
OPTIONAL MATCH (gone:Undone {namespace: row.namespace, ref: row.memory.ref}) USING INDEX SEEK gone:Undone(namespace, ref)
WITH row WHERE gone IS NULL
CALL (row) {
  MERGE (memory:Memory {namespace: row.namespace, id: row.memory.id})
  REMOVE memory.lock // takes the write lock first, so that all values read below are current
  WITH row, memory, memory.requestHash IS NULL AS created
  CALL (row, memory, created) {
    UNWIND CASE WHEN created THEN [1] ELSE [] END AS _
    MERGE (title:MemoryTitle {namespace: row.namespace, key: row.titleKey})
    REMOVE title.lock
    WITH row, memory, title
    OPTIONAL MATCH (said:Memory {namespace: row.namespace, duplicateGroup: row.memory.duplicateGroup})
      USING INDEX SEEK said:Memory(namespace, duplicateGroup)
      WHERE said.visibility = row.memory.visibility
    WITH row, memory, title, said ORDER BY said.createdAt, said.id LIMIT 1
    // Of two that a person merged, the one that stands for both. What was superseded stands for nothing.
    OPTIONAL MATCH (said)-[:MERGED_INTO*1..]->(standing:Memory) WHERE standing.mergedInto IS NULL
    WITH row, memory, title, CASE
      WHEN standing IS NULL THEN said
      WHEN standing.supersedes = said.id THEN null
      WHEN standing.visibility = row.memory.visibility THEN standing ELSE said END AS first
    OPTIONAL MATCH (session:Session {namespace: row.namespace, id: row.memory.sourceSession})
    SET memory:Knowledge, memory += row.memory,
      memory.requestHash = row.requestHash, memory.usageCount = 0, memory.pruneAt = row.pruneAt,
      memory.initialTrust = row.memory.trust, memory.trustSince = row.now, memory.decaysSince = row.now,
      memory.createdAt = row.now, memory.updatedAt = row.now,
      memory.duplicateOf = first.id
    CREATE (memory)-[:TITLED]->(title)
    FOREACH (_ IN CASE WHEN first IS NULL THEN [] ELSE [1] END | CREATE (memory)-[:DUPLICATE_OF]->(first))
    FOREACH (_ IN CASE WHEN session IS NULL THEN [] ELSE [1] END | CREATE (memory)-[:DISTILLED_FROM {number: row.numberInReply}]->(session))
    FOREACH (given IN CASE WHEN session IS NULL THEN [] ELSE row.turns END |
      MERGE (turn:Turn {namespace: row.namespace, id: given.id})
      SET turn += given
      CREATE (memory)-[:SUPPORTED_BY]->(turn))
    RETURN count(*) AS written
  }
  RETURN
    CASE
      WHEN created THEN 'CREATED'
      WHEN row.strict AND memory.requestHash <> row.requestHash THEN 'CONFLICT'
      ELSE 'EXISTS'
    END AS outcome,
    memory.duplicateOf AS duplicateOf, memory.initialTrust AS initialConfidence,
    head(COLLECT { MATCH (memory)-[:TITLED]->(:MemoryTitle)<-[:TITLED]-(other:Memory)
      WHERE other.duplicateGroup <> memory.duplicateGroup AND other.mergedInto IS NULL AND other.archivedAt IS NULL
        AND [other.createdAt, other.id] < [memory.createdAt, memory.id]
      RETURN other.id ORDER BY other.createdAt DESC, other.id DESC LIMIT 1 }) AS sameTitle
}
RETURN row.n AS n, outcome, duplicateOf, sameTitle, initialConfidence
