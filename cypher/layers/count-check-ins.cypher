// layers/count-check-ins: how many check-ins list-check-ins lists on all its pages.
//   $from  the least id of the time asked for; '' from the first on      $by  only those of this author; null for all
:params {namespace: "default", from: "", by: null};
MATCH (checkIn:CheckIn {namespace: $namespace})
WHERE checkIn.id >= $from AND ($by IS NULL OR checkIn.by = $by)
RETURN count(checkIn) AS total
