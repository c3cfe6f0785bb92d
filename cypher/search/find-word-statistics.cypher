// search/find-word-statistics: the epochs of a namespace's words and of the index's. One row each, as far as they have begun.
//   $namespaces  the namespace, and '' for the index
:params {namespaces: ["default", ""]};
CYPHER replan=skip
UNWIND $namespaces AS namespace
MATCH (s:WordStatistics {namespace: namespace}) USING INDEX SEEK s:WordStatistics(namespace)
RETURN s.namespace AS namespace, s.epoch AS epoch, s.documents AS documents, s.indexEpoch AS indexEpoch, s.since AS since
ORDER BY namespace
