// A domain has one name in its namespace. Its node is what writers of its fluents queue at.
CREATE CONSTRAINT domain IF NOT EXISTS FOR (d:Domain) REQUIRE (d.namespace, d.name) IS UNIQUE
