// Makes property names known before they are first written, so that no statement warns on an empty database.
UNWIND [
  'share', 'shares', 'credits', 'usedRefs', 'success', 'outcomeHash', 'outcomeAt', 'outcomeAgent', 'outcomeSession',
  'outcomeComment', 'outcomePlan', 'outcomeTask', 'exclude', 'credited', 'creditedSuccesses', 'agreedSignals',
  'voicesFor', 'voicesForAt', 'voicesAgainst', 'voicesAgainstAt', 'session', 'retractedBy', 'recordedIn'
] AS key
CALL db.createProperty(key)
WITH count(*) AS keys
CALL db.createRelationshipType('ENDED')
