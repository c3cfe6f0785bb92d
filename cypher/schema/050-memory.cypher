// A memory is recorded once: a repeat with the same key has the same id.
CREATE CONSTRAINT memory IF NOT EXISTS FOR (m:Memory) REQUIRE (m.namespace, m.id) IS UNIQUE
