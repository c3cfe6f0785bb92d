// By which the service finds out whether a transaction was committed whose answer was lost. The index also serves the
// deletion of old marks.
CREATE CONSTRAINT commit_mark IF NOT EXISTS FOR (m:CommitMark) REQUIRE m.id IS UNIQUE
