// A receipt tells what one context gave; its outcome is reported by its id.
CREATE CONSTRAINT receipt IF NOT EXISTS FOR (r:Receipt) REQUIRE (r.namespace, r.id) IS UNIQUE
