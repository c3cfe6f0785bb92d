// How far the receipts have been gone through, once a job.
CREATE CONSTRAINT receipt_retention IF NOT EXISTS FOR (r:ReceiptRetention) REQUIRE r.name IS UNIQUE
