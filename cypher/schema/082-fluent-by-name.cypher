// The fluents of a domain by name: lists, pages, and all that share a name.
CREATE INDEX fluent_by_name IF NOT EXISTS FOR (f:Fluent) ON (f.namespace, f.domain, f.name, f.id)
