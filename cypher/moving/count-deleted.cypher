// moving/count-deleted: how much of a namespace was deleted and is not taken apart yet. One row.
:params {namespace: "default"};
RETURN COUNT { MATCH (n:DeletedItem {namespace: $namespace}) } + COUNT { MATCH (n:DeletedEntity {namespace: $namespace}) } AS deleted
