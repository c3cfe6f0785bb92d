// search/find-any-knowledge: one piece of knowledge of any namespace. One row, or none in an empty database.
:params {};
MATCH (k:Knowledge) USING INDEX SEEK k:Knowledge(namespace, kind, trust)
WHERE k.namespace > '' AND k.kind IS NOT NULL AND k.trust IS NOT NULL // the index has nodes with all three only
RETURN k.namespace AS namespace, coalesce(k.title, '') AS title LIMIT 1
