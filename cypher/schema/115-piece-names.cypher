// Finds the texts in which a name learned later stands: their words as automatic mentions compare them, whatever the
// analyzer of the search.
CREATE FULLTEXT INDEX piece_names IF NOT EXISTS FOR (p:Piece) ON EACH [p.nameWords]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}
