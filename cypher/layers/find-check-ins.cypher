// layers/find-check-ins: check-ins by id.
:params {namespace: "default", ids: ["c1"]};
UNWIND $ids AS id
MATCH (c:CheckIn {namespace: $namespace, id: id})
RETURN c {.id, .text, .reply, .document, .artifacts, .by, .at} AS checkIn
