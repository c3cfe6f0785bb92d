// The plans that were made with a planning prompt, so that a context can leave out what they taught.
CREATE INDEX plan_by_receipt IF NOT EXISTS FOR (p:Plan) ON (p.namespace, p.receiptId)
