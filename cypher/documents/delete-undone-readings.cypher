// documents/delete-undone-readings: delete check-ins that read a chunk of a document and were undone. No rows.
:params {namespace: "default", id: "01JDEMO"};
MATCH (:Document {namespace: $namespace, id: $id})-[:HAS_CHUNK|HAD_CHUNK]->(chunk)
MATCH (chunk)<-[:READ_FROM]-(checkIn:UndoneCheckIn)
WITH DISTINCT checkIn
DETACH DELETE checkIn
