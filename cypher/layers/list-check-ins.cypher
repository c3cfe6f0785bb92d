// layers/list-check-ins: ids of the check-ins of a namespace, newest first.
//   $from    lowest id, derived from the requested time; '': no limit      $before  lower ids only; '~': all
//   $by      only those of this author; null: all
:params {namespace: "default", from: "", before: "~", by: null, limit: 20};
MATCH (checkIn:CheckIn {namespace: $namespace})
WHERE $from <= checkIn.id < $before AND ($by IS NULL OR checkIn.by = toLower($by))
RETURN checkIn.id AS id
ORDER BY checkIn.id DESC
LIMIT toInteger($limit)
