// versions/has-old: whether a namespace has earlier states that ended before a time. One row.
:params {namespace: "default", before: datetime("2000-01-01T00:00:00Z")};
RETURN EXISTS {
  MATCH (old:Version) USING INDEX SEEK old:Version(namespace, until)
  WHERE old.namespace = $namespace AND old.until < $before
} AS found
