// What an undo took away, with its evidence: it is out of every search until it returns.
CREATE CONSTRAINT undone IF NOT EXISTS FOR (u:Undone) REQUIRE (u.namespace, u.ref) IS UNIQUE
