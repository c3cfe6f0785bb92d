// Makes property names known before they are first written, so that no statement warns on a database without vectors.
UNWIND ['slot', 'model', 'models', 'provider', 'dimensions', 'jobId', 'status', 'done', 'total'] AS key
CALL db.createProperty(key)
