// layers/delete-links: delete the relations that an undo removes. One row each.
:params {namespace: "default", keys: ["k"]};
UNWIND $keys AS key
MATCH (:Entity)-[link:LINK {namespace: $namespace, key: key}]->(:Entity) USING INDEX SEEK link:LINK(namespace, key)
DELETE link
RETURN key
