// Records of one title in one scope queue here, so that the second sees the first.
CREATE CONSTRAINT memory_title IF NOT EXISTS FOR (t:MemoryTitle) REQUIRE (t.namespace, t.key) IS UNIQUE
