// A plan that is saved again under its idempotency key is the same plan.
CREATE CONSTRAINT plan_by_key IF NOT EXISTS FOR (p:Plan) REQUIRE (p.namespace, p.idempotencyKey) IS UNIQUE
