// A domain has one name in its namespace. Its node is what writers of its fluents queue at.
CREATE CONSTRAINT domain IF NOT EXISTS FOR (d:Domain) REQUIRE (d.namespace, d.name) IS UNIQUE;

// A fluent has one id in its namespace.
CREATE CONSTRAINT fluent IF NOT EXISTS FOR (f:Fluent) REQUIRE (f.namespace, f.id) IS UNIQUE;

// The fluents of a domain by name: lists, pages, and all that share a name.
CREATE INDEX fluent_by_name IF NOT EXISTS FOR (f:Fluent) ON (f.namespace, f.domain, f.name, f.id);

// What a run of rule generation did, step by step; its attempts among them.
CREATE CONSTRAINT generation_event IF NOT EXISTS FOR (e:GenerationEvent) REQUIRE (e.namespace, e.id) IS UNIQUE;

// Who listens to a domain's progress asks for what is new since a moment.
CREATE INDEX generation_event_by_time IF NOT EXISTS FOR (e:GenerationEvent) ON (e.namespace, e.domain, e.at);
