// access/revoke-key: revoke an API key. No row if it does not exist; an already revoked key stays unchanged.
// kept: true if nothing was changed, because it is the last admin key of its scope.
//   $namespaces  namespaces whose keys the caller may see, among which the key is searched; empty: all
//   $configured  namespaces with an admin key in the settings; if they include $all, every namespace has one
//   $all  the namespace value that means all namespaces
:params {id: "01KAPWZ4D0M5H5T1VY3W8Q9R2S", namespaces: ["demo"], configured: [], all: "_system", now: datetime()};
MATCH (each:ApiKey)
USING INDEX SEEK each:ApiKey(id)
WHERE each.id > ''
WITH each ORDER BY each.id
REMOVE each.lock // takes the write lock of all keys, so that two concurrent calls cannot revoke the last two admin keys
WITH collect(each) AS keys
UNWIND [each IN keys WHERE each.id = $id AND (size($namespaces) = 0 OR each.namespace IN $namespaces)] AS key
WITH key, [other IN keys WHERE other.id <> $id AND other.role = 'admin' AND other.revokedAt IS NULL
    AND coalesce(other.expires > $now, true) AND size(other.projects) = 0 AND size(other.teams) = 0
    AND other.namespace IN [key.namespace, $all]] AS others
WITH key, key.role = 'admin' AND size(key.projects) = 0 AND size(key.teams) = 0 AND key.revokedAt IS NULL
    AND size(others) = 0 AND NOT any(opened IN $configured WHERE opened IN [key.namespace, $all]) AS kept
FOREACH (_ IN CASE WHEN kept OR key.revokedAt IS NOT NULL THEN [] ELSE [1] END | SET key.revokedAt = $now)
RETURN key.id AS id, key.namespace AS namespace, key.title AS title, key.hash AS hash, key.role AS role,
  key.projects AS projects, key.teams AS teams, coalesce(key.external, false) AS external, key.createdAt AS createdAt, key.expires AS expires,
  key.revokedAt AS revokedAt, kept
