// layers/find-check-ins: check-ins by id.
:params {namespace: "default", ids: ["c1"]};
UNWIND $ids AS id
MATCH (c:CheckIn {namespace: $namespace, id: id})
RETURN c.id AS id, c.text AS text, c.reply AS reply, c.document AS document, c.artifacts AS artifacts, c.by AS by, c.at AS at
