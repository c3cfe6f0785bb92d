// mentions/find-names: what is known of names: of these, of all that titles and entities have with one of these key words, and
// of all that are hidden because too many texts have them.
//   $names  normalised     $keys  words
:params {namespace: "default", names: ["les"], keys: ["turbine"]};
CALL () {
  UNWIND $names AS name
  MATCH (n:Name {namespace: $namespace, name: name})
  RETURN n
 UNION
  UNWIND $keys AS key
  MATCH (n:Name {namespace: $namespace, key: key})
  RETURN n
 UNION
  MATCH (n:Name {namespace: $namespace, hidden: true})
  RETURN n
}
RETURN n.name AS name, n.told AS told, n.titles AS titles, n.documents AS documents, n.targets AS targets,
  coalesce(n.hidden, false) AS hidden
