// outcomes/list-captured: receipts to which a session of a connected agent gave an outcome. One row; none for an unknown
// session.
:params {namespace: "default", session: "s1"};
MATCH (session:CapturedSession {namespace: $namespace, id: $session})
RETURN coalesce(session.credited, []) AS receiptIds
