// mentions/list-unlinked: what of a namespace waits to be linked, under its lock. One row: texts with what was found in them
// before (null where nothing was), names whose entities have changed with the ids that they have now, and all names that are
// hidden because too many texts have them.
//   $after  null: texts that are marked; else those behind this id, marked or not
//   $limit  texts at once
:params {namespace: "default", after: null, limit: 200};
WITH $namespace AS namespace
CALL (namespace) {
  UNWIND CASE WHEN $after IS NULL THEN [1] ELSE [] END AS once
  MATCH (p:UnlinkedPiece {namespace: namespace})
  WITH p LIMIT toInteger($limit)
  RETURN collect(p {.id, .title, .content, .embeddingText, .names, told: p.nameTold, titleName: p.nameTitle}) AS marked
}
CALL (namespace) {
  UNWIND CASE WHEN $after IS NULL THEN [] ELSE [1] END AS once
  MATCH (p:Piece {namespace: namespace})
  WHERE p.id > $after
  WITH p ORDER BY p.id LIMIT toInteger($limit)
  RETURN collect(p {.id, .title, .content, .embeddingText, .names, told: p.nameTold, titleName: p.nameTitle}) AS next
}
CALL (namespace) {
  MATCH (n:UnlinkedName {namespace: namespace})
  WITH n LIMIT toInteger($limit)
  RETURN collect(n.name) AS names
}
CALL (namespace, names) {
  UNWIND names AS name
  CALL (namespace, name) {
    MATCH (e:Entity {namespace: namespace, name: name})
    WHERE e.rule IS NULL
    RETURN e.id AS id
   UNION
    MATCH (e:Entity {namespace: namespace, id: 'name:' + name})
    WHERE e.rule IS NULL
    RETURN e.id AS id
  }
  RETURN collect({name: name, id: id}) AS targets
}
CALL (namespace) {
  MATCH (n:Name {namespace: namespace, hidden: true})
  RETURN collect(n.name) AS hidden
}
RETURN marked + next AS texts, names, targets, hidden
