// migrations/008-rewrite-item-texts: one searched text for an item, of the words of its id, its description, its location
// and the state afterwards; 0.1.0 kept description and location alone. The old vector goes with the old text.
// It makes what `textOf` of src/items/catalog.ts makes.
// One row: the key of the last node it looked at (null when there was none left) and how many nodes it changed.
//   $after  namespace and id it stopped at, empty at first     $batch  the maximum number of nodes it looks at
:params {after: ["default", "open_files"], batch: 500};
CALL () {
  MATCH (node:KnowledgeItem)
  WHERE node.namespace = $after[0] AND node.id > $after[1]
  RETURN node ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  MATCH (node:KnowledgeItem)
  WHERE node.namespace > coalesce($after[0], '') AND node.id IS NOT NULL // so that the index gives their order
  RETURN node ORDER BY node.namespace, node.id LIMIT toInteger($batch)
}
WITH node ORDER BY node.namespace, node.id LIMIT toInteger($batch)
WITH collect(node) AS nodes
CALL (nodes) {
  UNWIND nodes AS node
  WITH node
  WHERE node.text = node.description + CASE node.uiLocation WHEN '' THEN '' ELSE '\n' + node.uiLocation END // so that no other is locked
  REMOVE node.lock // takes the write lock before the text is read again
  WITH node
  WHERE node.text = node.description + CASE node.uiLocation WHEN '' THEN '' ELSE '\n' + node.uiLocation END
  WITH node, CASE
    WHEN node.outputState =~ '(?s).*\\s.*' THEN node.outputState
    // files_opened, filesOpened and files-opened are "files opened".
    ELSE trim(reduce(words = {text: '', before: ' '}, sign IN split(node.outputState, '') | CASE
      WHEN sign IN ['_', '-', '.', '/', ':'] THEN {text: words.text + CASE words.before WHEN ' ' THEN '' ELSE ' ' END, before: ' '}
      WHEN sign =~ '\\p{Lu}' AND words.before =~ '\\p{Ll}|\\p{N}' THEN {text: words.text + ' ' + sign, before: sign}
      ELSE {text: words.text + sign, before: sign}
    END).text)
  END AS words
  WITH node, CASE words WHEN '' THEN node.outputState ELSE words END AS state // one of signs alone stays
  SET node.text = reduce(text = node.title, part IN [node.description, node.uiLocation, state] |
      text + CASE part WHEN '' THEN '' ELSE '\n' + part END),
    node.embedding0 = null, node.embedding1 = null, node.model0 = 'none', node.model1 = 'none'
  RETURN count(*) AS changed
}
WITH last(nodes) AS stop, changed
RETURN CASE WHEN stop IS NULL THEN null ELSE [stop.namespace, stop.id] END AS after, changed
