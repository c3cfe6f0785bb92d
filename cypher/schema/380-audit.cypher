// Records of what neither changes nor evidence tell: deletions, keys, refused access.
CREATE CONSTRAINT audit IF NOT EXISTS FOR (a:Audit) REQUIRE (a.namespace, a.id) IS UNIQUE
