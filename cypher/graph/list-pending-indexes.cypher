// graph/list-pending-indexes: indexes that are not online yet.
SHOW INDEXES YIELD name, state
WHERE state <> 'ONLINE'
RETURN name, state ORDER BY name
