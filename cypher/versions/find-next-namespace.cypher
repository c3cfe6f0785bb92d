// versions/find-next-namespace: the next namespace that has earlier states, in order of the names. At most one row.
:params {after: ""};
MATCH (version:Version) USING INDEX SEEK version:Version(namespace, until)
WHERE version.namespace > $after AND version.until IS NOT NULL
RETURN version.namespace AS namespace
ORDER BY version.namespace, version.until LIMIT 1
