// mentions/set-job: begin, continue or end a job over the texts of a namespace. The caller holds the lock of the namespace.
//   $enabled   whether texts are linked from now on
//   $job       NAMES: read the names of all entities; LINK, which follows NAMES: link all texts again; CLEAR: remove all names
//              and links; null: no job, all texts are linked by version $rules of the rules
//   $position  id of the last processed entity or text
:params {namespace: "default", enabled: true, job: "LINK", position: "", rules: 1};
MATCH (layers:KnowledgeLayers {namespace: $namespace})
SET layers.mentions = CASE WHEN $enabled THEN null ELSE false END, layers.mentionJob = $job,
  layers.mentionPosition = $position, layers.mentionRules = toInteger($rules)
