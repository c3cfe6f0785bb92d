// planning/record-prompts: keep what planning prompts gave, as receipts that a plan can name later.
// One row a receipt. Safe to repeat: a receipt is written once.
//   $rows  n, namespace, id, query (the task), agent (null: not said), team, project, groupOnly (only they may read the
//          text and the context of the settings), at, text, retrieved and settings (JSON),
//          and the items in order, best first: refs, kinds, ids, scores, trusts, and degraded, the
//          codes of why it was less
:params {rows: [{n: 0, namespace: "default", id: "01JDEMO", query: "open a log", agent: null, team: "default", project: "default", groupOnly: false, at: datetime(), text: "", retrieved: "[]", settings: "{}", refs: ["item:open_files"], kinds: ["ITEM"], ids: ["open_files"], scores: [1.0], trusts: [1.0], degraded: []}]};
UNWIND $rows AS row
CALL (row) {
  MERGE (receipt:Receipt {namespace: row.namespace, id: row.id})
  ON CREATE SET
    receipt:PlanningPrompt, receipt.query = row.query, receipt.agent = row.agent, receipt.at = row.at,
    receipt.team = row.team, receipt.project = row.project, receipt.groupOnly = row.groupOnly,
    receipt.text = row.text, receipt.retrieved = row.retrieved, receipt.settings = row.settings,
    receipt.kinds = row.kinds, receipt.ids = row.ids, receipt.scores = row.scores, receipt.trusts = row.trusts,
    receipt.degraded = row.degraded
  WITH receipt, row
  UNWIND range(0, size(row.refs) - 1) AS place
  MATCH (given:Knowledge {namespace: row.namespace, ref: row.refs[place]})
  WITH receipt, row, place, given ORDER BY given.ref // so that all writers lock in one order
  MERGE (receipt)-[gave:GAVE]->(given)
  ON CREATE SET gave.rank = place + 1, gave.score = row.scores[place], gave.trust = row.trusts[place]
  RETURN count(*) AS linked
}
RETURN row.n AS n, linked
