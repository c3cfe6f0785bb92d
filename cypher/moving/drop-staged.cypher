// moving/drop-staged: removes a part of what an import that is given up has brought so far; what was there before it stays.
// One row: how many nodes were dealt with.
//   $before  what is staged for the namespace begins with it        $until  and is less than this
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
