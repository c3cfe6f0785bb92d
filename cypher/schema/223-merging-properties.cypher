// Makes names known before they are first written, so that no statement warns on an empty database.
UNWIND ['into', 'merged', 'target', 'merge', 'carried', 'moved', 'mergeSource', 'mergeTarget', 'recorded', 'wasLoaded'] AS key
CALL db.createProperty(key)
WITH count(*) AS keys
CALL db.createLabel('EntityAlias')
