// search/create-version-index: create the full-text index of schema/004 with another analyzer.
:params {options: {indexConfig: {`fulltext.analyzer`: "english", `fulltext.eventually_consistent`: false}}};
CREATE FULLTEXT INDEX version_text IF NOT EXISTS FOR (v:SearchedVersion) ON EACH [v.title, v.text, v.facets] OPTIONS $options
