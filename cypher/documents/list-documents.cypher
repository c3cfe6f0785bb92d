// documents/list-documents: documents of a namespace, by root and source.
//   $filter  root and hash (null for all), title and source (substrings in lower case, '' for all), mediaType (null for all),
//            closed (true: closed documents, false: the others)
//   $after   cursor: root and source of the last document of the previous page; ['', ''] starts at the first
:params {namespace: "default", filter: {root: null, hash: null, source: "", title: "", mediaType: null, closed: false}, after: ["", ""], limit: 20};
MATCH (document:Document {namespace: $namespace}) USING INDEX SEEK document:Document(namespace, root, source)
WHERE document.root >= $after[0] AND document.source >= '' // the conditions let the planner use the index
  AND (document.root > $after[0] OR document.source > $after[1])
  AND ($filter.root IS NULL OR document.root = $filter.root)
  AND ($filter.hash IS NULL OR document.hash = $filter.hash)
  AND ($filter.mediaType IS NULL OR document.mediaType = $filter.mediaType)
  AND (document.closedAt IS NOT NULL) = $filter.closed
  AND ($filter.source = '' OR toLower(document.source) CONTAINS $filter.source)
  AND ($filter.title = '' OR toLower(document.title) CONTAINS $filter.title)
RETURN document {.id, .root, .source, .mediaType, .hash, .title, .ingestedAt, .closedAt, .chunks} AS document
ORDER BY document.root, document.source
LIMIT toInteger($limit)
