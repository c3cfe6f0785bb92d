// mentions/list-common-names: names that more than $documents texts contain, and that are not hidden yet.
:params {namespace: "default", documents: 5};
MATCH (n:Name {namespace: $namespace})
WHERE n.name > '' AND n.documents > $documents AND n.hidden IS NULL
RETURN n.name AS name
