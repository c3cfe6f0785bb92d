// What has no vector yet in slot 1, in key order.
CREATE INDEX knowledge_by_model1 IF NOT EXISTS FOR (k:Knowledge) ON (k.model1, k.namespace, k.ref)
