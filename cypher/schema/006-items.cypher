// An item of the knowledge base has one id in its namespace; also the order of exports and pages.
CREATE CONSTRAINT knowledge_item IF NOT EXISTS FOR (i:KnowledgeItem) REQUIRE (i.namespace, i.id) IS UNIQUE;

// A state of the application that items produce and require, by its name.
CREATE CONSTRAINT state IF NOT EXISTS FOR (s:State) REQUIRE (s.namespace, s.name) IS UNIQUE;

// The one node a namespace's catalog is locked by while items and their prerequisites are rewritten.
CREATE CONSTRAINT catalog IF NOT EXISTS FOR (c:Catalog) REQUIRE c.namespace IS UNIQUE;

// A learning has one id in its namespace.
CREATE CONSTRAINT learning IF NOT EXISTS FOR (l:Learning) REQUIRE (l.namespace, l.id) IS UNIQUE;

// An imported learning is recognised by its content, also where it was attached before it was exported.
CREATE INDEX learning_by_content IF NOT EXISTS FOR (l:Learning) ON (l.namespace, l.contentHash);

// Finds a learning by what a catalog said of it before it was edited.
CREATE INDEX learning_by_first_hash IF NOT EXISTS FOR (l:Learning) ON (l.namespace, l.firstHash);

// Learnings of a namespace by when they happened.
CREATE INDEX learning_by_time IF NOT EXISTS FOR (l:Learning) ON (l.namespace, l.timestamp);

// A name by which items of one application go ('' for those of none) has one node. It begins with the key by which texts
// look names up. The label is not `Name`: those are what automatic mentions know of entities, with rules and counts of their own.
CREATE CONSTRAINT item_name IF NOT EXISTS FOR (n:ItemName) REQUIRE (n.namespace, n.key, n.application, n.hash) IS UNIQUE;

// Items whose names are not written yet, or not all of them: where there is one, nothing is inferred by name.
CREATE INDEX unnamed_item IF NOT EXISTS FOR (u:UnnamedItem) ON (u.namespace);

// Finds the items that use a name in their prose: words in their order, whatever the analyzer of the search.
CREATE FULLTEXT INDEX item_prose IF NOT EXISTS FOR (i:KnowledgeItem) ON EACH [i.nameSaid, i.nameTold, i.nameScopes]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}};

// What is left of items whose deletion has begun: nothing finds them any more but what takes them apart.
CREATE INDEX deleted_item IF NOT EXISTS FOR (d:DeletedItem) ON (d.namespace);
