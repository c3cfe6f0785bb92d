// documents/count-documents: how many documents list-documents lists on all its pages.
//   $filter  root and hash (null for all), title and source: parts of them in lower case ('' for all), mediaType (null for all),
//            closed: whether those are meant that were closed
:params {namespace: "default", filter: {root: null, hash: null, source: "", title: "", mediaType: null, closed: false}};
MATCH (document:Document {namespace: $namespace}) USING INDEX SEEK document:Document(namespace, root, source)
WHERE document.root >= '' AND document.source >= '' // so that the index finds them
  AND ($filter.root IS NULL OR document.root = $filter.root)
  AND ($filter.hash IS NULL OR document.hash = $filter.hash)
  AND ($filter.mediaType IS NULL OR document.mediaType = $filter.mediaType)
  AND (document.closedAt IS NOT NULL) = $filter.closed
  AND ($filter.source = '' OR toLower(document.source) CONTAINS $filter.source)
  AND ($filter.title = '' OR toLower(document.title) CONTAINS $filter.title)
RETURN count(document) AS total
