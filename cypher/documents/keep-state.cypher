// documents/keep-state: keep what a document says of itself after a change, so that an undo brings it back. One row. Of the
// states the latest are kept, and at most $characters of them.
//   $change  id of the change      $state  title, hash, places of the chunks and so on, as JSON
:params {namespace: "default", id: "01JDEMO", change: "01JCHANGE", state: "{}", characters: 1000000};
MATCH (document:Document {namespace: $namespace, id: $id})
WITH document, [$state] + coalesce(document.states, []) AS states, [$change] + coalesce(document.changes, []) AS changes
WITH document, states, changes, reduce(fit = {size: 0, count: 0}, state IN states |
  {size: fit.size + size(state), count: fit.count + CASE WHEN fit.size + size(state) <= $characters THEN 1 ELSE 0 END}) AS fit
SET document.states = states[0..fit.count], document.changes = changes[0..fit.count]
RETURN document.id AS id
