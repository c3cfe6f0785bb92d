// A step is known by its plan and its number.
CREATE CONSTRAINT step IF NOT EXISTS FOR (s:Step) REQUIRE (s.namespace, s.planId, s.num) IS UNIQUE
