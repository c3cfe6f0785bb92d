// graph/list-pending-indexes: indexes that do not serve yet.
SHOW INDEXES YIELD name, state
WHERE state <> 'ONLINE'
RETURN name, state ORDER BY name
