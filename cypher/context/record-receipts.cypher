// context/record-receipts: keep what contexts gave, and link each receipt to the knowledge that is still there.
// One row a receipt. Safe to repeat: a receipt is written once.
//   $rows  n, namespace, id, query, agent (null: not said), team, project, groupOnly (only they may read the text), at,
//          text, and the items in order, best first:
//          refs, kinds, ids, scores, trusts, and degraded, the codes of why it was less. They stay on the receipt when the knowledge is deleted later.
:params {rows: [{n: 0, namespace: "demo", id: "01JDEMO", query: "open a file", agent: null, team: "default", project: "default", groupOnly: false, at: datetime(), text: "", refs: ["item:open_files"], kinds: ["ITEM"], ids: ["open_files"], scores: [1.0], trusts: [1.0], degraded: []}]};
UNWIND $rows AS row
CALL (row) {
  MERGE (receipt:Receipt {namespace: row.namespace, id: row.id})
  ON CREATE SET
    receipt.query = row.query, receipt.agent = row.agent, receipt.at = row.at, receipt.text = row.text,
    receipt.team = row.team, receipt.project = row.project, receipt.groupOnly = row.groupOnly,
    receipt.kinds = row.kinds, receipt.ids = row.ids, receipt.scores = row.scores, receipt.trusts = row.trusts,
    receipt.degraded = row.degraded
  WITH receipt, row
  UNWIND range(0, size(row.refs) - 1) AS place
  MATCH (given:Knowledge {namespace: row.namespace, ref: row.refs[place]}) USING INDEX given:Knowledge(namespace, ref)
  WITH receipt, row, place, given ORDER BY given.ref // so that all writers lock in one order
  MERGE (receipt)-[gave:GAVE]->(given)
  ON CREATE SET gave.rank = place + 1, gave.score = row.scores[place], gave.trust = row.trusts[place]
  RETURN count(*) AS linked
}
RETURN row.n AS n, linked
