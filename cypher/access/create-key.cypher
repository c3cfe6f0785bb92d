// access/create-key: store a new API key. Of its token, only the hash (SHA-256) is stored.
//   $namespace  the namespace in which the key is valid; "_system" stands for all
//   $projects, $teams  if not empty, the only ones in which it is valid
//   $external  whether reports with it were verified by a system outside of the agent
//   $expires  null if it never expires
:params {id: "01KAPWZ4D0M5H5T1VY3W8Q9R2S", namespace: "demo", title: "build server", hash: "9f86d081884c7d65", role: "writer", projects: [], teams: [], external: false, createdAt: datetime(), expires: null};
CREATE (key:ApiKey {id: $id})
SET key.namespace = $namespace, key.title = $title, key.hash = $hash, key.role = $role, key.projects = $projects,
  key.teams = $teams, key.external = $external, key.createdAt = $createdAt, key.expires = $expires
RETURN key.id AS id, key.namespace AS namespace, key.title AS title, key.hash AS hash, key.role AS role,
  key.projects AS projects, key.teams AS teams, coalesce(key.external, false) AS external, key.createdAt AS createdAt, key.expires AS expires,
  key.revokedAt AS revokedAt
