// search/expand-origins: plans, tasks and receipts that belong to the given ones: plans made with a planning prompt,
// plans and tasks that ended with the outcome of a receipt, and receipts whose outcome ended a plan or task. One row.
//   $plans, $tasks, $receipts  ids; unknown ids are ignored
:params {namespace: "default", plans: ["p1"], tasks: ["t1"], receipts: ["01JDEMO"]};
RETURN
  COLLECT {
    UNWIND $receipts AS id
    MATCH (plan:Plan {namespace: $namespace, receiptId: id}) USING INDEX SEEK plan:Plan(namespace, receiptId)
    RETURN plan.id AS planId
   UNION
    UNWIND $receipts AS id
    MATCH (:Receipt {namespace: $namespace, id: id})-[:ENDED]->(plan:Plan)
    RETURN plan.id AS planId
  } AS plans,
  COLLECT {
    UNWIND $receipts AS id
    MATCH (:Receipt {namespace: $namespace, id: id})-[:ENDED]->(task:Task)
    RETURN DISTINCT task.id AS taskId
  } AS tasks,
  COLLECT {
    UNWIND $plans AS id
    MATCH (:Plan {namespace: $namespace, id: id})<-[:ENDED]-(receipt:Receipt)
    RETURN receipt.id AS receiptId
   UNION
    UNWIND $tasks AS id
    MATCH (:Task {namespace: $namespace, id: id})<-[:ENDED]-(receipt:Receipt)
    RETURN receipt.id AS receiptId
  } AS receipts
