// items/find-prose-users: for each name, items that may use it in their descriptions or in actions written in plain
// words.
//   $asked  n, query (for the full-text index of prose)     $limit  maximum number of items per query
:params {namespace: "default", asked: [{n: 0, query: "nameTold:\"open\""}], limit: 8};
UNWIND $asked AS asked
CALL (asked) {
  CALL db.index.fulltext.queryNodes('item_prose', asked.query, {limit: toInteger($limit)}) YIELD node AS item
  WHERE item.namespace = $namespace
  RETURN collect(item.id) AS ids
}
RETURN asked.n AS n, ids
