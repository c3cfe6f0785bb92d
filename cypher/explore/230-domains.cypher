// explore/230-domains: Domains of RTEC rules
// Each domain with the numbers of its fluents, of those with rules, and of its input fluents.
:params {namespace: "demo"};
MATCH (domain:Domain {namespace: $namespace}) WHERE domain.name IS NOT NULL
RETURN domain.name AS domain,
  COUNT { (domain)<-[:IN_DOMAIN]-(f:Fluent) WHERE NOT f.fluentKind IN ['INPUT_EVENT', 'INPUT_FLUENT'] } AS fluents,
  COUNT { (domain)<-[:IN_DOMAIN]-(f:Fluent) WHERE f.rules IS NOT NULL } AS withRules,
  COUNT { (domain)<-[:IN_DOMAIN]-(f:Fluent) WHERE f.fluentKind IN ['INPUT_EVENT', 'INPUT_FLUENT'] } AS input
ORDER BY domain
