// A plan has one id in its namespace. Ids are in the order of time, so this is also the order of lists.
CREATE CONSTRAINT plan IF NOT EXISTS FOR (p:Plan) REQUIRE (p.namespace, p.id) IS UNIQUE;

// A plan that is saved again under its idempotency key is the same plan.
CREATE CONSTRAINT plan_by_key IF NOT EXISTS FOR (p:Plan) REQUIRE (p.namespace, p.idempotencyKey) IS UNIQUE;

// The plans that were made with a planning prompt, so that a context can leave out what they taught.
CREATE INDEX plan_by_receipt IF NOT EXISTS FOR (p:Plan) ON (p.namespace, p.receiptId);

// A step is known by its plan and its number.
CREATE CONSTRAINT step IF NOT EXISTS FOR (s:Step) REQUIRE (s.namespace, s.planId, s.num) IS UNIQUE;

// Reported steps by what became of them and when, for metrics. Steps that are not reported are not in it.
CREATE INDEX step_by_outcome IF NOT EXISTS FOR (s:Step) ON (s.namespace, s.outcome, s.reportedAt);

// Steps whose item was inferred by a name that another item took since. Others do not have the property.
CREATE INDEX step_by_review IF NOT EXISTS FOR (s:Step) ON (s.namespace, s.review);
