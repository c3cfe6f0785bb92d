// Makes property names known before they are first written, so that no statement warns on an empty database.
UNWIND [
  'pattern', 'method', 'action', 'approach', 'attempts', 'successes', 'objectives', 'lastIssue', 'lastUpdated',
  'initialTrust', 'trustSince', 'strategyId', 'taskId', 'num', 'objective', 'intent', 'methods', 'context', 'maxSteps',
  'status', 'steps', 'progress', 'nextAction', 'requestHash', 'idempotencyKey', 'observation', 'validation',
  'refinementPrompt', 'succeeded', 'startedAt', 'agent', 'lock', 'sequence', 'comment', 'positive', 'trustBefore',
  'trustAfter', 'appliedAt', 'weight', 'state'
] AS key
CALL db.createProperty(key)
