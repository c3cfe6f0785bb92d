// explore/016-record-and-neighbours: An entity, learning, plan, step, state or domain, with its neighbours
// Drawn as a graph. The explorer's pages of records that are not knowledge link to this statement. The id of a step
// consists of the id of its plan, a slash and the step's number.
:params {namespace: "demo", kind: "domain", id: "HAR"};
CALL () {
  UNWIND CASE $kind WHEN 'entity' THEN [1] ELSE [] END AS once MATCH (known:Entity {namespace: $namespace, id: $id}) RETURN known
 UNION ALL
  UNWIND CASE $kind WHEN 'learning' THEN [1] ELSE [] END AS once MATCH (known:Learning {namespace: $namespace, id: $id}) RETURN known
 UNION ALL
  UNWIND CASE $kind WHEN 'plan' THEN [1] ELSE [] END AS once MATCH (known:Plan {namespace: $namespace, id: $id}) RETURN known
 UNION ALL
  UNWIND CASE $kind WHEN 'step' THEN [last(split($id, '/'))] ELSE [] END AS num
  MATCH (known:Step {namespace: $namespace, planId: left($id, size($id) - size(num) - 1), num: toInteger(num)}) RETURN known
 UNION ALL
  UNWIND CASE $kind WHEN 'state' THEN [1] ELSE [] END AS once MATCH (known:State {namespace: $namespace, name: $id}) RETURN known
 UNION ALL
  UNWIND CASE $kind WHEN 'domain' THEN [1] ELSE [] END AS once MATCH (known:Domain {namespace: $namespace, name: $id}) RETURN known
}
OPTIONAL MATCH path = (known)--()
WITH known, path LIMIT 50
RETURN known, collect(path) AS around
