// A name by which items of one application go ('' for those of none) has one node. It begins with the key by which texts
// look names up. The label is not `Name`: those are what automatic mentions know of entities, with rules and counts of their own.
CREATE CONSTRAINT item_name IF NOT EXISTS FOR (n:ItemName) REQUIRE (n.namespace, n.key, n.application, n.hash) IS UNIQUE
