// Makes property names known before they are first written, so that no statement warns on an empty database.
UNWIND [
  'retrieved', 'settings', 'task', 'reasoning', 'estimatedDuration', 'success', 'requestHash', 'idempotencyKey', 'number',
  'toolName', 'toolArguments', 'kbSource', 'followsLearning', 'attribution', 'outcome', 'error', 'failure', 'correction',
  'reportHash', 'correctionHash', 'recoveryApproach', 'contentHash', 'reportedAt', 'finishedAt', 'carried', 'relevance',
  'verified', 'timestamp', 'applicationVersion', 'learningId', 'receiptId', 'lock'
] AS key
CALL db.createProperty(key)
