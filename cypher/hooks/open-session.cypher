// hooks/open-session: the session of a captured event, created with its first event, whose team and project it keeps. One
// row; none if it belongs to another team, or to a project for which the caller's key is not valid.
// mayGive: true if this is one of its first prompts, comes for the first time, and no context was delivered yet.
//   $session   properties of a new session: client, team, project, agent
//   $prompt    hash of the prompt; null for another event       $prompts  number of prompts that may get a context
//   $projects  projects for which the key is valid; null for all
:params {namespace: "default", id: "s1", session: {client: "codex", team: "default", project: "app", agent: "codex"}, prompt: "h", prompts: 3, projects: null, now: datetime()};
MERGE (session:CapturedSession {namespace: $namespace, id: $id})
ON CREATE SET session += $session, session.at = $now, session.prompts = [], session.title = $session.client + ' ' + left($id, 60)
REMOVE session.lock // takes the write lock first, so that the same event, sent twice, is seen
WITH session, session.prompts AS known
WHERE session.team = $session.team AND ($projects IS NULL OR session.project IN $projects)
SET session.lastAt = $now,
  session.prompts = CASE WHEN $prompt IS NULL OR $prompt IN known OR size(known) >= $prompts THEN known ELSE known + $prompt END
RETURN session {.client, .project, .agent, .receiptId, .retractedAt} AS session,
  $prompt IS NOT NULL AND NOT $prompt IN known AND size(known) < $prompts AND session.receiptId IS NULL AS mayGive
