// A state of the application that items produce and require, by its name.
CREATE CONSTRAINT state IF NOT EXISTS FOR (s:State) REQUIRE (s.namespace, s.name) IS UNIQUE
