// fluents/save-domain: set vocabulary and other clauses of a locked domain.
//   $vocabulary  inputEvents, inputFluents, backgroundPredicates (name/arity), descriptions (JSON by name/arity or name)
//   $otherClauses  clauses that define no fluent, in order
:params {namespace: "default", domain: "MSA", otherClauses: [], vocabulary: {inputEvents: ["gap_start/1"], inputFluents: [], backgroundPredicates: [], descriptions: "{}"}};
MATCH (domain:Domain {namespace: $namespace, name: $domain})
SET domain += $vocabulary, domain.otherClauses = $otherClauses
