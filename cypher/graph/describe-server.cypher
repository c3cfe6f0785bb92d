// graph/describe-server: product, version and edition of the server. One row; 2026 also lists Cypher versions, without
// edition.
CALL dbms.components() YIELD name, versions, edition
RETURN name AS product, versions[0] AS version, edition
ORDER BY edition = '', product LIMIT 1
