// explore/237-generation-attempts: Attempts to generate rules
// Attempts of the language model for a domain, newest first, with the model's reply and the errors found in it.
:params {namespace: "demo", domain: "MSA"};
MATCH (event:GenerationEvent {namespace: $namespace, domain: $domain}) WHERE event.at IS NOT NULL AND event.stage = 'CHECKED'
RETURN event.at AS at, event.activity AS activity, event.attempt AS attempt, event.reply AS reply, event.report AS report
ORDER BY at DESC, event.id LIMIT 50
UNION ALL
WITH 1 AS one WHERE NOT EXISTS { (:GenerationEvent {namespace: $namespace, domain: $domain}) }
RETURN 'None: no language model has written rules of this domain (generateRules)' AS at, null AS activity, null AS attempt, null AS reply,
       null AS report
