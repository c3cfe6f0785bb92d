// moving/settle-merge: make the service rescan texts and catalogs for names, after another namespace was merged into
// this one.
:params {namespace: "default"};
MERGE (layers:KnowledgeLayers {namespace: $namespace})
SET layers.mentionRules = 0, layers.mentionJob = null, layers.mentionPosition = null
WITH layers
OPTIONAL MATCH (catalog:Catalog {namespace: $namespace})
SET catalog.named = false
