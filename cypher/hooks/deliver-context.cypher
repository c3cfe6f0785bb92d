// hooks/deliver-context: record that the context of a receipt was put before a prompt of a session.
:params {namespace: "default", id: "s1", receiptId: "01JDEMO"};
MATCH (session:CapturedSession {namespace: $namespace, id: $id})
SET session.receiptId = coalesce(session.receiptId, $receiptId)
WITH session
MATCH (receipt:Receipt {namespace: $namespace, id: $receiptId})
SET receipt.delivered = 'HOOK'
