// explorer/describe-nodes: labels, refs and titles of nodes, and their number of edges of the given types. The database stores
// degrees, so counting takes the same time for any number of edges.
//   $nodes      element ids
//   $edgeTypes  relationship types to count, among those below
:params {nodes: [], edgeTypes: ["LINK"]};
UNWIND $nodes AS node
MATCH (n) WHERE elementId(n) = node
RETURN node, [label IN labels(n) WHERE NOT label IN coalesce(n.shownLabels, [])] AS labels,
  CASE
    WHEN n.ref IS NOT NULL THEN n.ref
    WHEN n:Entity THEN 'entity:' + n.id
    WHEN n:Learning THEN 'learning:' + n.id
    WHEN n:Plan THEN 'plan:' + n.id
    WHEN n:Step THEN 'step:' + n.planId + '/' + toString(n.num)
    WHEN n:State THEN 'state:' + n.name
    WHEN n:Domain THEN 'domain:' + n.name
  END AS ref,
  CASE WHEN n:Step THEN n.toolName + ', step ' + toString(n.num) + coalesce(' of ' + head([(plan:Plan)-[:HAS_STEP]->(n) | coalesce(plan.title, plan.task)]), '')
    ELSE coalesce(CASE WHEN n.title = '' THEN left(n.text, 80) ELSE n.title END, n.label, n.task, n.name, n.id) END AS title,
  CASE WHEN 'ABOUT' IN $edgeTypes THEN COUNT { (n)-[:ABOUT]-() } ELSE 0 END
    + CASE WHEN 'DEPENDS_ON' IN $edgeTypes THEN COUNT { (n)-[:DEPENDS_ON]-() } ELSE 0 END
    + CASE WHEN 'DERIVED_FROM' IN $edgeTypes THEN COUNT { (n)-[:DERIVED_FROM]-() } ELSE 0 END
    + CASE WHEN 'DUPLICATE_OF' IN $edgeTypes THEN COUNT { (n)-[:DUPLICATE_OF]-() } ELSE 0 END
    + CASE WHEN 'FOLLOWS' IN $edgeTypes THEN COUNT { (n)-[:FOLLOWS]-() } ELSE 0 END
    + CASE WHEN 'HAS_LEARNING' IN $edgeTypes THEN COUNT { (n)-[:HAS_LEARNING]-() } ELSE 0 END
    + CASE WHEN 'HAS_STEP' IN $edgeTypes THEN COUNT { (n)-[:HAS_STEP]-() } ELSE 0 END
    + CASE WHEN 'IN_DOMAIN' IN $edgeTypes THEN COUNT { (n)-[:IN_DOMAIN]-() } ELSE 0 END
    + CASE WHEN 'LINK' IN $edgeTypes THEN COUNT { (n)-[:LINK]-() } ELSE 0 END
    + CASE WHEN 'MENTIONS' IN $edgeTypes THEN COUNT { (n)-[:MENTIONS]-() } ELSE 0 END
    + CASE WHEN 'NEXT' IN $edgeTypes THEN COUNT { (n)-[:NEXT]-() } ELSE 0 END
    + CASE WHEN 'PRODUCES' IN $edgeTypes THEN COUNT { (n)-[:PRODUCES]-() } ELSE 0 END
    + CASE WHEN 'RECOVERS' IN $edgeTypes THEN COUNT { (n)-[:RECOVERS]-() } ELSE 0 END
    + CASE WHEN 'REQUIRES' IN $edgeTypes THEN COUNT { (n)-[:REQUIRES]-() } ELSE 0 END
    + CASE WHEN 'RETRIEVED' IN $edgeTypes THEN COUNT { (n)-[:RETRIEVED]-() } ELSE 0 END
    + CASE WHEN 'SHOWED' IN $edgeTypes THEN COUNT { (n)-[:SHOWED]-() } ELSE 0 END
    + CASE WHEN 'TAUGHT' IN $edgeTypes THEN COUNT { (n)-[:TAUGHT]-() } ELSE 0 END AS edges
