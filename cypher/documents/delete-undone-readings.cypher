// documents/delete-undone-readings: delete check-ins that read a chunk of a document and were undone. No rows.
:params {namespace: "default", id: "01JDEMO"};
MATCH (:Document {namespace: $namespace, id: $id})-[:HAS_CHUNK|HAD_CHUNK]->(chunk)
WITH DISTINCT chunk // planned first, since the database may scan all readings while there are few
MATCH (chunk)<-[:READ_FROM]-(checkIn:UndoneCheckIn)
WITH DISTINCT checkIn
DETACH DELETE checkIn
