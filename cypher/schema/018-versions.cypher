// An earlier state of a thing, by its number. It also finds the versions of one thing, in order.
CREATE CONSTRAINT version IF NOT EXISTS FOR (v:Version) REQUIRE (v.namespace, v.ref, v.number) IS UNIQUE;

// Finds the versions of the relations from an entity, which go with it.
CREATE INDEX version_by_source IF NOT EXISTS FOR (v:Version) ON (v.namespace, v.source);

// The same for the relations to an entity.
CREATE INDEX version_by_target IF NOT EXISTS FOR (v:Version) ON (v.namespace, v.target);

// The same for the relations that carry a piece.
CREATE INDEX version_by_piece IF NOT EXISTS FOR (v:Version) ON (v.namespace, v.piece);

// The oldest earlier states of a namespace, for those that ended before VERSION_RETENTION.
CREATE INDEX version_by_age IF NOT EXISTS FOR (v:Version) ON (v.namespace, v.until);

// The time to which the history of a namespace reaches back.
CREATE INDEX version_by_cut IF NOT EXISTS FOR (v:Version) ON (v.namespace, v.cutAt);

// A write that changed what things say has one node.
CREATE CONSTRAINT change IF NOT EXISTS FOR (c:Change) REQUIRE (c.namespace, c.id) IS UNIQUE;

// Lists the changes of a namespace, newest first.
CREATE INDEX change_by_time IF NOT EXISTS FOR (c:Change) ON (c.namespace, c.at);

// Lists the changes of one agent, newest first.
CREATE INDEX change_by_author IF NOT EXISTS FOR (c:Change) ON (c.namespace, c.by, c.at);

// Finds the undos of a change, and those that undo these.
CREATE INDEX change_by_base IF NOT EXISTS FOR (c:Change) ON (c.namespace, c.base);

// Finds changes that wrote no content, by time: retractions and what persons decided.
CREATE INDEX change_by_decision IF NOT EXISTS FOR (c:Change) ON (c.namespace, c.decides, c.at);

// Undos of a namespace go one after another.
CREATE CONSTRAINT undoing IF NOT EXISTS FOR (u:Undoing) REQUIRE u.namespace IS UNIQUE;

// What an undo took away, with its evidence: it is out of every search until it returns.
CREATE CONSTRAINT undone IF NOT EXISTS FOR (u:Undone) REQUIRE (u.namespace, u.ref) IS UNIQUE;

// Finds the first knowledge of a namespace that an undo removed: searches can ask for the time in which it stood.
CREATE INDEX undone_by_creation IF NOT EXISTS FOR (u:Undone) ON (u.namespace, u.createdAt);

// A check-in that is undone has its id in its namespace.
CREATE CONSTRAINT undone_check_in IF NOT EXISTS FOR (c:UndoneCheckIn) REQUIRE (c.namespace, c.id) IS UNIQUE;
