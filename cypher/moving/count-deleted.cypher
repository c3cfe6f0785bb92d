// moving/count-deleted: number of deleted nodes of a namespace that are not cleaned up yet. One row.
:params {namespace: "default"};
RETURN COUNT { MATCH (n:DeletedItem {namespace: $namespace}) } + COUNT { MATCH (n:DeletedEntity {namespace: $namespace}) } AS deleted
