// evidence/settle-retractions: the changes of a RETRACTION besides its own entry, written after record-… in its
// transaction and under its lock: the retracted entries are marked, signals become pending or applied as decided
// without them, and the node gets the properties derived from its entries.
//   $rows  namespace, ref, by (id of the RETRACTION), retracts (ids of entries), resolvedInto (ref or address of the
//          correction; null if the entries are only retracted), trust, tried, succeeded, properties (those the policy
//          derives from the entries; whole numbers become integers here), decided {id, state, countedAt} (signals whose
//          decision changes)
:params {rows: [{namespace: "default", ref: "memory:mem_1", by: "retract:e1", retracts: ["e1"], resolvedInto: null, trust: 0.8, tried: 1.0, succeeded: 1.0, properties: {settledVoices: null, attempts: 1.0, successes: 1.0, pruneAt: datetime()}, decided: [{id: "e2", state: "PENDING", countedAt: null}]}]};
UNWIND $rows AS row
CALL (row) {
  MATCH (node:Knowledge {namespace: row.namespace, ref: row.ref}) USING INDEX SEEK node:Knowledge(namespace, ref)
  SET node += row.properties, node.trust = row.trust, node.tried = row.tried, node.succeeded = row.succeeded
  SET node.attempts = toInteger(node.attempts), node.successes = toInteger(node.successes),
    node.pruneAt = CASE WHEN node.archivedAt IS NULL THEN node.pruneAt END
  WITH node, row
  CALL (node, row) {
    UNWIND row.retracts AS id
    MATCH (wrong:Evidence {namespace: row.namespace, id: id}) USING INDEX SEEK wrong:Evidence(namespace, id)
    SET wrong.retractedBy = row.by, wrong.resolvedInto = row.resolvedInto
    WITH node, wrong
    MATCH (node)-[wait:AWAITS_CONSENSUS]->(wrong)
    DELETE wait
  }
  CALL (node, row) {
    UNWIND row.decided AS one
    MATCH (signal:Evidence {namespace: row.namespace, id: one.id}) USING INDEX SEEK signal:Evidence(namespace, id)
    SET signal.state = one.state, signal.countedAt = one.countedAt
    WITH node, signal
    OPTIONAL MATCH (node)-[known:AWAITS_CONSENSUS]->(signal)
    DELETE known
    FOREACH (_ IN CASE WHEN signal.state = 'PENDING' THEN [1] ELSE [] END | CREATE (node)-[:AWAITS_CONSENSUS]->(signal))
  }
}
