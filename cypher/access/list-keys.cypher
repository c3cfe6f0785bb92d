// access/list-keys: all API keys, revoked and expired ones too, by id. Who may call is decided in the service.
MATCH (key:ApiKey)
USING INDEX SEEK key:ApiKey(id)
WHERE key.id > ''
RETURN key.id AS id, key.namespace AS namespace, key.title AS title, key.hash AS hash, key.role AS role,
  key.projects AS projects, key.teams AS teams, key.createdAt AS createdAt, key.expires AS expires,
  key.revokedAt AS revokedAt
ORDER BY id
