// outcomes/find-corrected-item: the item that a learning corrects, and since when there is the learning. One row; none when it does
// not exist.
:params {namespace: "default", id: "l1"};
MATCH (learning:Learning {namespace: $namespace, id: $id})<-[:HAS_LEARNING]-(item:KnowledgeItem)
// Learnings that came with a catalog have the time that it gives.
RETURN item.ref AS itemRef, coalesce(learning.createdAt, learning.timestamp) AS createdAt
