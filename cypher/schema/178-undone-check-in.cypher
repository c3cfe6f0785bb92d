// A check-in that is undone has its id in its namespace.
CREATE CONSTRAINT undone_check_in IF NOT EXISTS FOR (c:UndoneCheckIn) REQUIRE (c.namespace, c.id) IS UNIQUE
