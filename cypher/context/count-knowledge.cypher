// context/count-knowledge: how much knowledge of each kind a namespace has, from the index alone. One row a kind.
//   $namespace
//   $kinds  in the order wanted
:params {namespace: "demo", kinds: ["ITEM"]};
UNWIND range(0, size($kinds) - 1) AS place
WITH place, $kinds[place] AS kind
RETURN kind, COUNT {
  MATCH (known:Knowledge {namespace: $namespace, kind: kind}) WHERE known.trust IS NOT NULL // a property of the index
} AS count
ORDER BY place
