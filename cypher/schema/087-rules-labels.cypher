// Makes the label known before its first node is written, so that no statement warns on an empty database.
CALL db.createLabel('FluentValue')
