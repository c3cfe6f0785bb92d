// Items whose names are not written yet, or not all of them: where there is one, nothing is inferred by name.
CREATE INDEX unnamed_item IF NOT EXISTS FOR (u:UnnamedItem) ON (u.namespace)
