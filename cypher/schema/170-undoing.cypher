// Undos of a namespace go one after another.
CREATE CONSTRAINT undoing IF NOT EXISTS FOR (u:Undoing) REQUIRE u.namespace IS UNIQUE
