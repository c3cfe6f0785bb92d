// A learning has one id in its namespace.
CREATE CONSTRAINT learning IF NOT EXISTS FOR (l:Learning) REQUIRE (l.namespace, l.id) IS UNIQUE
