// mentions/list-unlinked: what of a namespace waits to be linked, under its lock. One row: texts with what was found in them
// before (null where nothing was), and names whose entities have changed with the ids that they have now.
//   $after         null: texts that are marked; else those behind this id, marked or not
//   $texts, $names  how many at once
// The plan is kept for the reason that find-names gives.
:params {namespace: "default", after: null, texts: 50, names: 50};
CYPHER replan=skip
WITH $namespace AS namespace
CALL (namespace) {
  UNWIND CASE WHEN $after IS NULL THEN [1] ELSE [] END AS once
  MATCH (p:UnlinkedPiece {namespace: namespace}) USING INDEX SEEK p:UnlinkedPiece(namespace)
  WITH p LIMIT toInteger($texts)
  RETURN collect(p {.id, .title, .content, .embeddingText, .names, told: p.nameTold, titleName: p.nameTitle}) AS marked
}
CALL (namespace) {
  UNWIND CASE WHEN $after IS NULL THEN [] ELSE [1] END AS once
  MATCH (p:Piece {namespace: namespace}) USING INDEX SEEK p:Piece(namespace, id)
  WHERE p.id > $after
  WITH p ORDER BY p.id LIMIT toInteger($texts)
  RETURN collect(p {.id, .title, .content, .embeddingText, .names, told: p.nameTold, titleName: p.nameTitle}) AS next
}
CALL (namespace) {
  MATCH (n:UnlinkedName {namespace: namespace}) USING INDEX SEEK n:UnlinkedName(namespace)
  WITH n LIMIT toInteger($names)
  RETURN collect(n.name) AS names
}
CALL (namespace, names) {
  UNWIND names AS name
  CALL (namespace, name) {
    MATCH (e:Entity {namespace: namespace, name: name}) USING INDEX SEEK e:Entity(namespace, name)
    WHERE e.rule IS NULL
    RETURN e.id AS id
   UNION
    MATCH (e:Entity {namespace: namespace, id: 'name:' + name}) USING INDEX SEEK e:Entity(namespace, id)
    WHERE e.rule IS NULL
    RETURN e.id AS id
   UNION
    MATCH (a:EntityAlias {namespace: namespace, name: name}) USING INDEX SEEK a:EntityAlias(namespace, name)
    RETURN a.target AS id
  }
  RETURN collect({name: name, id: id}) AS targets
}
RETURN marked + next AS texts, names, targets
