// One learning in a transaction of its own: what the service's batches are compared with.
MATCH (item:KnowledgeItem {namespace: $namespace, id: $itemId})
REMOVE item.lock
WITH item, item.trust AS before
SET item.trust = CASE WHEN before * 0.95 < 0.5 THEN 0.5 ELSE before * 0.95 END
CREATE (item)-[:HAS_LEARNING]->(:Learning:SelfExploration {namespace: $namespace, id: $id})
CREATE (item)-[:HAS_EVIDENCE]->(:Evidence {namespace: $namespace, id: $id, trustBefore: before, trustAfter: item.trust})
RETURN item.trust AS trust
