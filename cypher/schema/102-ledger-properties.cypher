// Makes property names known before they are first written, so that no statement warns on an empty database.
UNWIND [
  'policy', 'policyConstants', 'uses', 'retracts', 'session', 'receiptId', 'planId', 'stepNum', 'taskId',
  'applicationVersion'
] AS key
CALL db.createProperty(key)
