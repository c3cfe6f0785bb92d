// A plan has one id in its namespace. Ids are in the order of time, so this is also the order of lists.
CREATE CONSTRAINT plan IF NOT EXISTS FOR (p:Plan) REQUIRE (p.namespace, p.id) IS UNIQUE
