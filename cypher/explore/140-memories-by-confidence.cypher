// explore/140-memories-by-confidence: Memories by confidence
// The memories of a namespace, highest confidence first. The confidence is computed for the present time; it falls by
// 0.05 in 30 days.
:params {namespace: "demo"};
MATCH (memory:Knowledge {namespace: $namespace, kind: 'MEMORY'})
WHERE memory.trust >= 0
WITH memory, memory.trust - 0.05 * (datetime().epochMillis - memory.decaysSince.epochMillis) / 2592000000.0 AS confidence
RETURN memory.title AS title, memory.outcome AS outcome, round(CASE WHEN confidence > 0 THEN confidence ELSE 0.0 END, 3) AS confidence,
       memory.usageCount AS used, memory.scope AS scope, memory.project AS project, memory.team AS team,
       memory.archivedAt IS NOT NULL AS archived, memory.id AS id
ORDER BY confidence DESC, id LIMIT 50
