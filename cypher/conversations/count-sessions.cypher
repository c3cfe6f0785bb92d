// conversations/count-sessions: the number of sessions that a reader can see. One row.
//   $reader  team and projects of the reader
:params {namespace: "default", reader: {team: "default", projects: ["default"]}};
MATCH (session:Session {namespace: $namespace}) USING INDEX SEEK session:Session(namespace, id)
WHERE session.id > '' AND session.deletedAt IS NULL
  AND (session.scope = 'ORG' OR session.scope = 'TEAM' AND session.team = $reader.team
    OR session.scope = 'PROJECT' AND session.project IN $reader.projects)
RETURN count(session) AS total
