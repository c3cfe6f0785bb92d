// Steps whose item was inferred by a name that another item took since. Others do not have the property.
CREATE INDEX step_by_review IF NOT EXISTS FOR (s:Step) ON (s.namespace, s.review)
