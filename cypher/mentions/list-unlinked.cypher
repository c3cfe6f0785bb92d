// mentions/list-unlinked: texts and names of a namespace that wait to be linked. The caller holds the lock of the
// namespace. One row: texts with the names found in them before (null if there were none); names whose entities have
// changed; and the current entities of these names.
//   $after          null: queued texts; otherwise all texts after this id, queued or not
//   $texts, $names  maximum numbers of texts and names
// replan=skip for the reason given in find-names.
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
