// explore/144-promotions: Memories that were shared more widely
// Memories whose scope was widened from a project to its team or the organisation, with the agent that did so.
:params {namespace: "demo"};
MATCH (memory:Knowledge {namespace: $namespace, kind: 'MEMORY'}) USING INDEX SEEK memory:Knowledge(namespace, kind, trust)
WHERE memory.trust >= 0
MATCH (memory)-[:PROMOTED]->(promotion:Promotion)
RETURN memory.title AS title, promotion.from AS from, promotion.to AS to, promotion.project AS project,
       promotion.agent AS agent, promotion.at AS at, memory.id AS id
ORDER BY at DESC, id, to LIMIT 50
