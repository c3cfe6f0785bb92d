// mentions/set-job: begin, continue or end a job over the texts of a namespace, under its lock.
//   $enabled   whether texts are linked from now on
//   $job       NAMES: look at the names of all entities; LINK, which follows: link all texts anew; CLEAR: take everything back;
//              null: it has ended, by rules $rules
//   $position  id of the last entity or text that was looked at
:params {namespace: "default", enabled: true, job: "LINK", position: "", rules: 1};
MATCH (layers:KnowledgeLayers {namespace: $namespace})
SET layers.mentions = CASE WHEN $enabled THEN null ELSE false END, layers.mentionJob = $job,
  layers.mentionPosition = $position, layers.mentionRules = toInteger($rules)
