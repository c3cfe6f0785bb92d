// A superseded relation has its key in its namespace, as one of today has (075); so the facts of a source are read in order.
CREATE CONSTRAINT superseded_link IF NOT EXISTS FOR ()-[l:WAS_LINK]-() REQUIRE (l.namespace, l.key) IS UNIQUE
