// memories/record-memories: memories of many callers, each linked to what said the same before in its scope.
// One answer a row: CREATED, EXISTS (recorded before: the first answer), CONFLICT (its key was used for another memory).
// Each row sees what the rows before it did. No answer for what was recorded before and was taken away by an undo.
//   $rows  n, namespace, now, memory (properties of the new node), requestHash (tells equal requests from others),
//          strict (false: a repeat is the same memory whatever it says), titleKey (scope and normalised title),
//          nearId (a memory of the same scope that means the same; null where none is known), pruneAt,
//          numberInReply (which of the memories of one reply it is; null where nothing was distilled),
//          turns (of its session, those that it rests on: id, sessionId, number, role, text, error, visibility)
:params {rows: [{n: 0, namespace: "default", now: datetime(), requestHash: "h", strict: true, titleKey: "v0:h", nearId: null, pruneAt: datetime(), numberInReply: 1, turns: [{id: "s1#3", sessionId: "s1", number: 3, role: "user", text: "t", error: false, visibility: "v0"}], memory: {id: "mem_1", ref: "memory:mem_1", visibility: "v0", trust: 0.8, sourceSession: null}}]};
UNWIND $rows AS row
OPTIONAL MATCH (gone:Undone {namespace: row.namespace, ref: row.memory.ref}) USING INDEX SEEK gone:Undone(namespace, ref)
WITH row WHERE gone IS NULL
CALL (row) {
  MERGE (memory:Memory {namespace: row.namespace, id: row.memory.id})
  REMOVE memory.lock // takes the write lock first, so that what is read from here on is current
  WITH row, memory, memory.requestHash IS NULL AS created
  CALL (row, memory, created) {
    UNWIND CASE WHEN created THEN [1] ELSE [] END AS _
    MERGE (title:MemoryTitle {namespace: row.namespace, key: row.titleKey})
    REMOVE title.lock
    WITH row, memory, title
    OPTIONAL MATCH (said:Memory {namespace: row.namespace, id: coalesce(title.firstId, row.nearId)})
    OPTIONAL MATCH (said)-[:MERGED_INTO*1..]->(standing:Memory) WHERE standing.mergedInto IS NULL
    WITH row, memory, title, CASE WHEN standing.visibility = row.memory.visibility THEN standing ELSE said END AS same
    OPTIONAL MATCH (begun:Memory {namespace: row.namespace, id: same.duplicateGroup})
    // What began the group may have left the scope since.
    WITH row, memory, title, same, CASE WHEN begun.visibility = row.memory.visibility THEN begun ELSE same END AS first
    OPTIONAL MATCH (session:Session {namespace: row.namespace, id: row.memory.sourceSession})
    SET memory:Knowledge, memory += row.memory,
      memory.requestHash = row.requestHash, memory.usageCount = 0, memory.pruneAt = row.pruneAt,
      memory.initialTrust = row.memory.trust, memory.trustSince = row.now, memory.decaysSince = row.now,
      memory.createdAt = row.now, memory.updatedAt = row.now,
      memory.duplicateGroup = coalesce(same.duplicateGroup, memory.id), memory.duplicateOf = first.id,
      title.firstId = coalesce(title.firstId, memory.id)
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
    memory.duplicateOf AS duplicateOf, memory.initialTrust AS initialConfidence
}
RETURN row.n AS n, outcome, duplicateOf, initialConfidence
