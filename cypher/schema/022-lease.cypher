// What only one replica may do at a time.
CREATE CONSTRAINT lease IF NOT EXISTS FOR (l:Lease) REQUIRE l.name IS UNIQUE
