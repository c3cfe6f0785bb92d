// documents/list-states: the kept states of the documents that a change wrote, latest first, with whether the change of each
// stands. One row for each document; none for those whose state after this change was not kept.
:params {namespace: "default", change: "01JCHANGE"};
MATCH (document:Document {namespace: $namespace})
WHERE $change IN document.changes
RETURN document.id AS id, document.revision AS revision, document.states AS states, [change IN document.changes |
  NOT EXISTS { MATCH (undone:Change {namespace: $namespace, id: change}) WHERE undone.undone }] AS standing
ORDER BY id
