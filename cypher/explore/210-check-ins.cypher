// explore/210-check-ins: Check-ins and the knowledge extracted from them
// Ingested texts with their pieces and entities, newest first.
:params {namespace: "demo"};
MATCH (checkIn:CheckIn {namespace: $namespace})
WHERE checkIn.id > ''
WITH checkIn ORDER BY checkIn.id DESC LIMIT 10
OPTIONAL MATCH brought = (checkIn)-[:BROUGHT]->()
RETURN checkIn, brought
LIMIT 50
