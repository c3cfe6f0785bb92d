// search/count-earlier-words: how many titles and texts of earlier versions contain each word, and the number of versions.
// One row per word.
//   $words  in lower case, each with queries for the word in titles and in texts     $limit  maximum count of each
:params {limit: 100000, words: [{word: "tab", title: "+title:tab^0", text: "+text:tab^0"}]};
CYPHER replan=skip
UNWIND $words AS asked
CALL (asked) {
  CALL db.index.fulltext.queryNodes('version_text', asked.title, {limit: toInteger($limit)}) YIELD score
  RETURN count(*) AS inTitle
}
CALL (asked) {
  CALL db.index.fulltext.queryNodes('version_text', asked.text, {limit: toInteger($limit)}) YIELD score
  RETURN count(*) AS inText
}
RETURN asked.word AS word, inTitle, inText, COUNT { (:SearchedVersion) } AS documents
