// fluents/save-fluents: create fluents and events, or change the given properties of existing ones. Needs the domain's lock.
//   $rows  id, properties (all of a new fluent; only the changed ones of an existing fluent)
:params {namespace: "default", domain: "MSA", now: datetime(), rows: [{id: "MSA/gap", properties: {name: "gap", arity: 1, fluentKind: "UNDEFINED"}}]};
MATCH (domain:Domain {namespace: $namespace, name: $domain})
UNWIND $rows AS row
MERGE (fluent:Fluent {namespace: $namespace, id: row.id})
ON CREATE SET
  fluent:Knowledge, fluent.ref = 'fluent:' + row.id, fluent.kind = 'FLUENT', fluent.domain = $domain, fluent.trust = 1.0,
  fluent.initialTrust = 1.0, fluent.trustSince = $now, fluent.createdAt = $now, fluent.fluentKind = 'UNDEFINED',
  fluent.named = false, fluent.revision = 0
SET fluent += row.properties, fluent.updatedAt = $now
SET fluent.scope = CASE WHEN fluent.rules IS NULL THEN 'without-rules' END
MERGE (fluent)-[:IN_DOMAIN]->(domain)
