// trials/find-corrected-item: the item that a learning corrects, and the creation time of the learning. One row; none
// when the learning does not exist.
:params {namespace: "default", id: "l1"};
MATCH (learning:Learning {namespace: $namespace, id: $id})<-[:HAS_LEARNING]-(item:KnowledgeItem)
USING INDEX SEEK learning:Learning(namespace, id)
// Learnings imported with a catalog keep the time given there.
RETURN item.ref AS itemRef, coalesce(learning.createdAt, learning.timestamp) AS createdAt
