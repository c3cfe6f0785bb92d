// explore/210-check-ins: Check-ins and the knowledge extracted from them
// Ingested texts with their pieces and entities, newest first.
:params {namespace: "demo"};
MATCH (checkIn:CheckIn {namespace: $namespace})
WHERE checkIn.id > ''
WITH checkIn ORDER BY checkIn.id DESC LIMIT 10
OPTIONAL MATCH brought = (checkIn)-[:BROUGHT]->()
RETURN checkIn, brought
LIMIT 50
UNION ALL
WITH 1 AS one WHERE NOT EXISTS { (:CheckIn {namespace: $namespace}) }
RETURN 'None: no text was given to a language model to extract knowledge from (ingestText)' AS checkIn, null AS brought
