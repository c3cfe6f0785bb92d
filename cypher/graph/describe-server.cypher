// graph/describe-server: what the server is. One row; 2026 lists its versions of Cypher beside, which have no edition.
CALL dbms.components() YIELD name, versions, edition
RETURN name AS product, versions[0] AS version, edition
ORDER BY edition = '', product LIMIT 1
