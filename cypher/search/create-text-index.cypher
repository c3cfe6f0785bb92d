// search/create-text-index: create the full-text index of schema/004 with another analyzer.
:params {options: {indexConfig: {`fulltext.analyzer`: "english", `fulltext.eventually_consistent`: false}}};
CREATE FULLTEXT INDEX knowledge_text IF NOT EXISTS FOR (k:Knowledge) ON EACH [k.title, k.text, k.facets] OPTIONS $options
