// A name has one node in its namespace, by which automatic mentions know what it is worth.
CREATE CONSTRAINT name IF NOT EXISTS FOR (n:Name) REQUIRE (n.namespace, n.name) IS UNIQUE;

// Finds the titles and names of entities that may stand in a text, by its words; other names have no key.
CREATE INDEX name_by_key IF NOT EXISTS FOR (n:Name) ON (n.namespace, n.key);

// Finds the names that stand in too many texts to be linked; others do not have the property.
CREATE INDEX hidden_name IF NOT EXISTS FOR (n:Name) ON (n.namespace, n.hidden);

// Finds the pieces that wait to be linked to the names in them.
CREATE INDEX unlinked_piece IF NOT EXISTS FOR (p:UnlinkedPiece) ON (p.namespace);

// Finds the names whose entities have changed since texts were linked to them.
CREATE INDEX unlinked_name IF NOT EXISTS FOR (n:UnlinkedName) ON (n.namespace);

// Finds the texts in which a name learned later stands: their words as automatic mentions compare them, whatever the
// analyzer of the search.
CREATE FULLTEXT INDEX piece_names IF NOT EXISTS FOR (p:Piece) ON EACH [p.nameWords]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}};
