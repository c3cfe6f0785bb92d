// layers/find-relation: the key of a relation by its ref. One row; none if no relation has this ref.
:params {namespace: "default", ref: "relation:h"};
CALL () {
  MATCH (:Entity)-[link:LINK {namespace: $namespace, ref: $ref}]->(:Entity) USING INDEX SEEK link:LINK(namespace, ref)
  RETURN link.key AS key
 UNION ALL
  MATCH (:Entity)-[link:WAS_LINK {namespace: $namespace, ref: $ref}]->(:Entity) USING INDEX SEEK link:WAS_LINK(namespace, ref)
  RETURN link.key AS key
}
RETURN key
