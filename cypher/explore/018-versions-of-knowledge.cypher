// explore/018-versions-of-knowledge: Earlier versions of one piece of knowledge of any kind
// Newest first, with the author of the change that replaced each. The state contains its content as JSON. The explorer's
// view of versions links to this statement.
:params {namespace: "demo", ref: "fluent:MSA/gap"};
MATCH (version:Version {namespace: $namespace, ref: $ref}) WHERE version.number > 0
OPTIONAL MATCH (change:Change {namespace: $namespace, id: version.endedBy})
RETURN version.number AS number, version.from AS from, version.until AS until, change.by AS endedBy, change.door AS door,
       version.state AS state
ORDER BY number DESC LIMIT 50
