// What an import has brought that nobody sees yet, by the name it has in the export.
CREATE CONSTRAINT staged IF NOT EXISTS FOR (s:Staged) REQUIRE s.staged IS UNIQUE
