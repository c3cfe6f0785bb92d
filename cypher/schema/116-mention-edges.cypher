// Makes the edge from a piece to the entity of its title known before the first of them is written.
CALL db.createRelationshipType('TITLED')
