// A name has one node in its namespace, by which automatic mentions know what it is worth.
CREATE CONSTRAINT name IF NOT EXISTS FOR (n:Name) REQUIRE (n.namespace, n.name) IS UNIQUE
