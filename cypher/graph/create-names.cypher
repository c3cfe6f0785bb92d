// graph/create-names: make names known to the database before data has them; names that it knows stay.
//   $properties  the names of properties, as the keys of a map: those of one map are made known in one transaction, which
//                db.createProperty has for each; the node with them is never stored
:params {properties: {trust: 0}, types: ["HAS_EVIDENCE"], labels: ["Knowledge"]};
CALL () { CREATE (names) SET names = $properties DELETE names }
CALL () { UNWIND $types AS name CALL db.createRelationshipType(name) RETURN count(*) AS types }
UNWIND $labels AS name
CALL db.createLabel(name)
