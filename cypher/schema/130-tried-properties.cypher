// Makes property names known before they are first written: how often a node was put to the test, and with success; the
// share of an entry of its ledger.
UNWIND ['tried', 'succeeded', 'share'] AS key
CALL db.createProperty(key)
