// Finds the pieces of a session, which are put in order when one is added.
CREATE INDEX piece_by_session IF NOT EXISTS FOR (p:Piece) ON (p.namespace, p.session)
