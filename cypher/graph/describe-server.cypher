// graph/describe-server: what the server is. One row.
CALL dbms.components() YIELD name, versions, edition
RETURN name AS product, versions[0] AS version, edition
ORDER BY product LIMIT 1
