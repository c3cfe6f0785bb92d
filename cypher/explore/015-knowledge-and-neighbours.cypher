// explore/015-knowledge-and-neighbours: One piece of knowledge of any kind, with its neighbours
// Drawn as a graph. The explorer's page of a node links to this statement. Evidence is left out; statement 030 shows
// it.
:params {namespace: "demo", ref: "item:open_files"};
MATCH (known:Knowledge {namespace: $namespace, ref: $ref})
OPTIONAL MATCH path = (known)-[edge]-(beside)
WHERE type(edge) <> 'HAS_EVIDENCE'
WITH known, path LIMIT 100
RETURN known, collect(path) AS around
