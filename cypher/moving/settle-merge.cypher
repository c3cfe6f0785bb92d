// moving/settle-merge: has the service look again at what texts and catalogs name, after another namespace was merged into one.
:params {namespace: "default"};
MERGE (layers:KnowledgeLayers {namespace: $namespace})
SET layers.mentionRules = 0, layers.mentionJob = null, layers.mentionPosition = null
WITH layers
OPTIONAL MATCH (catalog:Catalog {namespace: $namespace})
SET catalog.named = false
