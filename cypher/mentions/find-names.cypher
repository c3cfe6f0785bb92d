// mentions/find-names: what is known of names: of these, of all that titles and entities have with one of these key words, and
// of all that are hidden because too many texts have them.
//   $sought  names (normalised) and keys (words), in one map, since the database makes a plan anew for each size of a list that is a
//            parameter
// While a graph grows its plan would be made anew every ten seconds, which costs more than all its runs between; the hints let
// none but this one be right.
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
