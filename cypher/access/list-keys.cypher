// access/list-keys: all API keys, including revoked and expired ones, by id. The service decides which of them are
// valid.
MATCH (key:ApiKey)
USING INDEX SEEK key:ApiKey(id)
WHERE key.id > ''
RETURN key.id AS id, key.namespace AS namespace, key.title AS title, key.hash AS hash, key.role AS role,
  key.projects AS projects, key.teams AS teams, coalesce(key.external, false) AS external, key.createdAt AS createdAt, key.expires AS expires,
  key.revokedAt AS revokedAt
ORDER BY id
