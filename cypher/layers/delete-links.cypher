// layers/delete-links: delete the relations that an undo removes. One row each.
:params {namespace: "default", keys: ["k"]};
UNWIND $keys AS key
MATCH (:Entity)-[link:LINK {namespace: $namespace, key: key}]->(:Entity) USING INDEX SEEK link:LINK(namespace, key)
// Otherwise the index of marks still returns the deleted relationship in this transaction.
SET link.unshown = null
DELETE link
RETURN key
