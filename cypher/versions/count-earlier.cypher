// versions/count-earlier: number of the earlier states of a thing that are kept. One row.
:params {namespace: "default", ref: "item:open_files", below: 10};
RETURN COUNT {
  MATCH (version:Version {namespace: $namespace, ref: $ref}) USING INDEX SEEK version:Version(namespace, ref, number)
  WHERE 0 < version.number < $below
} AS count
