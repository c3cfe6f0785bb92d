// moving/drop-staged: delete a batch of the nodes that an abandoned import has staged so far; existing data stays. One
// row: number of processed nodes.
//   $before  prefix of the staged names of the namespace        $until  exclusive upper bound of these names
:params {before: "default/", until: "default0", batch: 500};
MATCH (n:Staged) USING INDEX SEEK n:Staged(staged)
WHERE n.staged >= $before AND n.staged < $until
WITH n LIMIT toInteger($batch)
WITH n, size(labels(n)) = 1 AS brought,
  COLLECT { MATCH (n)-[:HAS_VALUE|PROMOTED]->(part) RETURN part } AS parts
FOREACH (part IN CASE WHEN brought THEN parts ELSE [] END | DETACH DELETE part)
FOREACH (node IN CASE WHEN brought THEN [n] ELSE [] END | DETACH DELETE node)
FOREACH (node IN CASE WHEN brought THEN [] ELSE [n] END | REMOVE node:Staged, node.staged)
RETURN count(*) AS dropped
