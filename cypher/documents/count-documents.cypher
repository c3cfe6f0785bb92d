// documents/count-documents: the total number of documents that list-documents returns over all pages.
//   $filter  root and hash (null for all), title and source (substrings in lower case, '' for all), mediaType (null for all),
//            closed (true: closed documents, false: the others)
:params {namespace: "default", filter: {root: null, hash: null, source: "", title: "", mediaType: null, closed: false}};
MATCH (document:Document {namespace: $namespace}) USING INDEX SEEK document:Document(namespace, root, source)
WHERE document.root >= '' AND document.source >= '' // the conditions let the planner use the index
  AND ($filter.root IS NULL OR document.root = $filter.root)
  AND ($filter.hash IS NULL OR document.hash = $filter.hash)
  AND ($filter.mediaType IS NULL OR document.mediaType = $filter.mediaType)
  AND (document.closedAt IS NOT NULL) = $filter.closed
  AND ($filter.source = '' OR toLower(document.source) CONTAINS $filter.source)
  AND ($filter.title = '' OR toLower(document.title) CONTAINS $filter.title)
RETURN count(document) AS total
