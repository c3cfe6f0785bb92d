// What has no vector yet in slot 0, in key order.
CREATE INDEX knowledge_by_model0 IF NOT EXISTS FOR (k:Knowledge) ON (k.model0, k.namespace, k.ref)
