// fluents/delete-domain: delete a domain that has no fluents any more. Returns how many were deleted: one or none.
:params {namespace: "default", domain: "MSA"};
MATCH (domain:Domain {namespace: $namespace, name: $domain})
DETACH DELETE domain
RETURN count(*) AS deleted
