// context/count-knowledge: amount of knowledge of each kind in a namespace, read only from the index. One row per kind.
//   $namespace
//   $kinds  kinds in the order of the rows
:params {namespace: "demo", kinds: ["ITEM"]};
UNWIND range(0, size($kinds) - 1) AS place
WITH place, $kinds[place] AS kind
RETURN kind, COUNT {
  MATCH (known:Knowledge {namespace: $namespace, kind: kind}) WHERE known.trust IS NOT NULL // the condition lets the planner use the index
} AS count
ORDER BY place
