// graph/create-names: make names known to the database before data has them; names that it knows stay.
:params {properties: ["trust"], types: ["HAS_EVIDENCE"], labels: ["Knowledge"]};
CALL () { UNWIND $properties AS name CALL db.createProperty(name) RETURN count(*) AS properties }
CALL () { UNWIND $types AS name CALL db.createRelationshipType(name) RETURN count(*) AS types }
UNWIND $labels AS name
CALL db.createLabel(name)
