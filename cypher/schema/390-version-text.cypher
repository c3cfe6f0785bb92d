// The full-text index over earlier texts of knowledge, for searches of another time. The index of current texts stays small.
CREATE FULLTEXT INDEX version_text IF NOT EXISTS FOR (v:SearchedVersion) ON EACH [v.title, v.text, v.facets]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}}
