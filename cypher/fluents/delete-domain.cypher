// fluents/delete-domain: delete a domain whose fluents are deleted already. Returns the number of deleted domains, 0 or 1.
:params {namespace: "default", domain: "MSA"};
MATCH (domain:Domain {namespace: $namespace, name: $domain})
DETACH DELETE domain
RETURN count(*) AS deleted
