// graph/count-stored: number of nodes that migrations may change, or that lead to such nodes. Read from the counts that
// the database maintains.
RETURN COUNT { (:Knowledge) } + COUNT { (:Entity) } + COUNT { (:Plan) } + COUNT { (:Receipt) } + COUNT { (:Task) } +
  COUNT { (:Session) } + COUNT { (:Change) } + COUNT { (:CheckIn) } + COUNT { (:Domain) } AS stored
