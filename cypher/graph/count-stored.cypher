// graph/count-stored: how many nodes there are that migrations may concern, or that lead to such. Read from the counts that the
// database keeps.
RETURN COUNT { (:Knowledge) } + COUNT { (:Entity) } + COUNT { (:Plan) } + COUNT { (:Receipt) } + COUNT { (:Task) } +
  COUNT { (:Session) } + COUNT { (:Change) } + COUNT { (:CheckIn) } + COUNT { (:Domain) } AS stored
