// moving/find-brought: find a node that an import brings and has not made visible.
// One row; none if the import brings no such node, or found one in the namespace.
//   $staged  name from stage-nodes
:params {staged: "default/KnowledgeLayers"};
MATCH (n:Staged {staged: $staged}) USING INDEX SEEK n:Staged(staged)
WHERE size(labels(n)) = 1
RETURN n.staged AS staged
