// search/find-word-statistics: the current epochs of a namespace and of the index. One row for each that exists.
//   $asked  one map, since the database makes a plan for each size of a text or list parameter: namespaces, with
//           '' for the index
:params {asked: {namespaces: ["default", ""]}};
CYPHER replan=skip
UNWIND $asked.namespaces AS namespace
MATCH (s:WordStatistics {namespace: namespace}) USING INDEX SEEK s:WordStatistics(namespace)
RETURN s.namespace AS namespace, s.epoch AS epoch, s.documents AS documents, s.indexEpoch AS indexEpoch, s.since AS since
ORDER BY namespace
