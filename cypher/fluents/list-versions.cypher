// fluents/list-versions: the versions of fluents' rules, newest first.
//   $limit  of each fluent
:params {namespace: "default", ids: ["MSA/gap"], limit: 10};
UNWIND $ids AS id
MATCH (fluent:Fluent {namespace: $namespace, id: id})
RETURN
  id AS fluentId,
  COLLECT {
    MATCH (fluent)-[:HAS_VERSION]->(version:Rules)
    RETURN {rules: version.rules, at: version.at, by: version.by} ORDER BY version.number DESC LIMIT toInteger($limit)
  } AS versions
