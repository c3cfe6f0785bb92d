// Writers of one namespace's entities and pieces queue at one node.
CREATE CONSTRAINT knowledge_layers IF NOT EXISTS FOR (l:KnowledgeLayers) REQUIRE l.namespace IS UNIQUE;

// An entity has its id in its namespace.
CREATE CONSTRAINT entity IF NOT EXISTS FOR (e:Entity) REQUIRE (e.namespace, e.id) IS UNIQUE;

// Finds the entities that a question names.
CREATE INDEX entity_by_name IF NOT EXISTS FOR (e:Entity) ON (e.namespace, e.name);

// Lists the entities of a type.
CREATE INDEX entity_by_type IF NOT EXISTS FOR (e:Entity) ON (e.namespace, e.type, e.id);

// Finds the newest entities of a namespace, for suggestions of duplicates.
CREATE INDEX entity_by_creation IF NOT EXISTS FOR (e:Entity) ON (e.namespace, e.createdAt);

// What is left of entities whose deletion has begun: nothing finds them any more but what takes them apart.
CREATE INDEX deleted_entity IF NOT EXISTS FOR (d:DeletedEntity) ON (d.namespace);

// A piece has its id in its namespace.
CREATE CONSTRAINT piece IF NOT EXISTS FOR (p:Piece) REQUIRE (p.namespace, p.id) IS UNIQUE;

// Finds the pieces of a session, which are put in order when one is added.
CREATE INDEX piece_by_session IF NOT EXISTS FOR (p:Piece) ON (p.namespace, p.session);

// Lists pieces by when they were brought in, newest first.
CREATE INDEX piece_by_time IF NOT EXISTS FOR (p:Piece) ON (p.namespace, p.createdAt);

// A relation has its key in its namespace. The key begins with its source and goes on with type, target and piece, so that
// the relations from an entity are read in order, and only as many as are asked for: a hub costs what the answer costs.
CREATE CONSTRAINT link IF NOT EXISTS FOR ()-[l:LINK]-() REQUIRE (l.namespace, l.key) IS UNIQUE;

// The same for the relations to an entity.
CREATE INDEX link_by_target IF NOT EXISTS FOR ()-[l:LINK]-() ON (l.namespace, l.reverseKey);

// Finds the relations that carry a piece.
CREATE INDEX link_by_piece IF NOT EXISTS FOR ()-[l:LINK]-() ON (l.namespace, l.pieceId);

// Finds a relation by its ref, under which its versions are kept.
CREATE INDEX link_by_ref IF NOT EXISTS FOR ()-[l:LINK]-() ON (l.namespace, l.ref);

// A check-in has its id in its namespace.
CREATE CONSTRAINT check_in IF NOT EXISTS FOR (c:CheckIn) REQUIRE (c.namespace, c.id) IS UNIQUE;

// Lists the pieces that may supersede others, newest first; only what nobody has decided has the time.
CREATE INDEX doubt_by_time IF NOT EXISTS FOR ()-[d:MAY_SUPERSEDE]-() ON (d.namespace, d.waitsSince);
