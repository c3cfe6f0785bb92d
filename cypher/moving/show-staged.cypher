// moving/show-staged: make imported nodes visible.
//   $rows  staged: name from stage-nodes; labels
:params {rows: [{staged: "default/Plan/1", labels: ["Plan"]}]};
UNWIND $rows AS row
MATCH (n:Staged {staged: row.staged}) USING INDEX SEEK n:Staged(staged)
WITH n, CASE WHEN size(labels(n)) = 1 THEN row.labels ELSE [] END AS labels // nodes that existed before keep their labels
REMOVE n:Staged, n.staged
SET n:$(labels)
