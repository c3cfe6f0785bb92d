// An earlier state of a thing, by its number. It also finds the versions of one thing, in order.
CREATE CONSTRAINT version IF NOT EXISTS FOR (v:Version) REQUIRE (v.namespace, v.ref, v.number) IS UNIQUE
