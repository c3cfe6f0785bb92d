// What a run of rule generation did, step by step; its attempts among them.
CREATE CONSTRAINT generation_event IF NOT EXISTS FOR (e:GenerationEvent) REQUIRE (e.namespace, e.id) IS UNIQUE
