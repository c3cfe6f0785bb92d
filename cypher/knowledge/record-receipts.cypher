// knowledge/record-receipts: store the receipts of contexts and planning prompts, and link each to its knowledge, as
// far as that still exists. One row per receipt. Safe to repeat: a receipt is written once.
//   $rows  n, namespace, receipt (properties of the new node: id, query, agent, session, team, project, at, text, delivered, degraded (codes of the reasons), exclude (JSON: excluded origins), and
//          the items in order, best first: kinds, ids, scores, trusts, explains (JSON), which stay if the knowledge is
//          deleted), refs (of the items), prompt (further properties of a planning prompt, JSON; null for a context), trials
//          (id, arm, share: the trials that it takes part in)
:params {rows: [{n: 0, namespace: "demo", receipt: {id: "01JDEMO", query: "open a file", agent: null, session: null, team: "default", project: "default", at: datetime(), text: "", kinds: ["ITEM"], ids: ["open_files"], scores: [1.0], trusts: [1.0], degraded: [], exclude: null}, refs: ["item:open_files"], prompt: {retrieved: "[]", settings: "{}"}, trials: [{id: "01JTRIAL", arm: "GIVEN", share: 0.5}]}]};
UNWIND $rows AS row
CALL (row) {
  MERGE (receipt:Receipt {namespace: row.namespace, id: row.receipt.id})
  ON CREATE SET receipt += row.receipt, receipt += coalesce(row.prompt, {}), receipt.title = left(row.receipt.query, 80)
  FOREACH (_ IN CASE WHEN row.prompt IS NULL THEN [] ELSE [1] END | SET receipt:PlanningPrompt)
  WITH receipt, row
  CALL (receipt, row) {
    UNWIND row.trials AS drawn
    MATCH (trial:Trial {namespace: row.namespace, id: drawn.id})
    MERGE (receipt)-[draw:DRAWN]->(trial)
    ON CREATE SET draw.arm = drawn.arm, draw.share = drawn.share
  }
  WITH receipt, row
  UNWIND range(0, size(row.refs) - 1) AS place
  MATCH (given:Knowledge {namespace: row.namespace, ref: row.refs[place]}) USING INDEX SEEK given:Knowledge(namespace, ref)
  WITH receipt, row, place, given ORDER BY given.ref // so that all writers take the locks in the same order
  MERGE (receipt)-[gave:GAVE]->(given)
  ON CREATE SET gave.rank = place + 1, gave.score = row.receipt.scores[place], gave.trust = row.receipt.trusts[place]
  RETURN count(*) AS linked
}
RETURN row.n AS n, linked
