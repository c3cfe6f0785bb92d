// Finds the names that stand in too many texts to be linked; others do not have the property.
CREATE INDEX hidden_name IF NOT EXISTS FOR (n:Name) ON (n.namespace, n.hidden)
