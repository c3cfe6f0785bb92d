// mentions/find-names: the stored counts and entities of names: of the given names, of all names with one of the given
// key words, and of all names that are hidden because too many texts contain them.
//   $sought  names (normalised) and keys (words); one map, since the database plans anew for each size of a list parameter
// replan=skip: while a graph grows, the database would plan this statement again every ten seconds, which costs more than
// all its runs in between. The hints fix the plan anyway.
:params {namespace: "default", sought: {names: ["les"], keys: ["turbine"]}};
CYPHER replan=skip
CALL () {
  UNWIND $sought.names AS name
  MATCH (n:Name {namespace: $namespace, name: name}) USING INDEX SEEK n:Name(namespace, name)
  RETURN n
 UNION
  UNWIND $sought.keys AS key
  MATCH (n:Name {namespace: $namespace, key: key}) USING INDEX SEEK n:Name(namespace, key)
  RETURN n
 UNION
  MATCH (n:Name {namespace: $namespace, hidden: true}) USING INDEX SEEK n:Name(namespace, hidden)
  RETURN n
}
RETURN n.name AS name, n.told AS told, n.titles AS titles, n.documents AS documents, n.targets AS targets,
  coalesce(n.hidden, false) AS hidden
