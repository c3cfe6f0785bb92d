// kb/find-learnings: learnings by their ids, each with its item; those that do not exist are left out.
:params {namespace: "default", ids: ["l1"]};
UNWIND $ids AS id
MATCH (learning:Learning {namespace: $namespace, id: id})<-[:HAS_LEARNING]-(item:KnowledgeItem)
RETURN item.id AS itemId, properties(learning) AS learning
