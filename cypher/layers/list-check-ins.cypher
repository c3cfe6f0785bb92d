// layers/list-check-ins: ids of the check-ins of a namespace, newest first.
//   $from    the least id of the time asked for; '' from the first on      $before  only those before this id; '~' from the newest
//   $by      only those of this author; null for all
:params {namespace: "default", from: "", before: "~", by: null, limit: 20};
MATCH (checkIn:CheckIn {namespace: $namespace})
WHERE $from <= checkIn.id < $before AND ($by IS NULL OR checkIn.by = $by)
RETURN checkIn.id AS id
ORDER BY checkIn.id DESC
LIMIT toInteger($limit)
