// A namespace is loaded with the demo data once.
CREATE CONSTRAINT sample IF NOT EXISTS FOR (s:Sample) REQUIRE s.namespace IS UNIQUE;
