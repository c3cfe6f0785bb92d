// layers/count-check-ins: number of check-ins that list-check-ins returns on all its pages.
//   $from  lowest id, derived from the requested time; '': no limit      $by  only those of this author; null: all
:params {namespace: "default", from: "", by: null};
MATCH (checkIn:CheckIn {namespace: $namespace})
WHERE checkIn.id >= $from AND ($by IS NULL OR checkIn.by = toLower($by))
RETURN count(checkIn) AS total
