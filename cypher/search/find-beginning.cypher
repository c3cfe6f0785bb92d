// search/find-beginning: time of the first knowledge, undone or not, or entity of a namespace. One row, with since null
// if nothing is stored, or if the time of the first entity is unknown. keptSince is the time at which the
// history begins, if older versions were deleted.
:params {namespace: "default"};
RETURN
  CASE
    WHEN EXISTS { MATCH (old:KnowledgeLayers {namespace: $namespace}) WHERE old.beganAt IS NULL } THEN null
    ELSE head(COLLECT {
      CALL () {
        MATCH (k:Knowledge) USING INDEX SEEK k:Knowledge(namespace, createdAt)
        WHERE k.namespace = $namespace AND k.createdAt IS NOT NULL
        RETURN k.createdAt AS began ORDER BY k.namespace, k.createdAt LIMIT 1
       UNION ALL
        MATCH (u:Undone) USING INDEX SEEK u:Undone(namespace, createdAt)
        WHERE u.namespace = $namespace AND u.createdAt IS NOT NULL
        RETURN u.createdAt AS began ORDER BY u.namespace, u.createdAt LIMIT 1
       UNION ALL
        MATCH (layers:KnowledgeLayers {namespace: $namespace}) WHERE layers.beganAt IS NOT NULL
        RETURN layers.beganAt AS began
      }
      RETURN began ORDER BY began LIMIT 1
    })
  END AS since,
  head(COLLECT {
    MATCH (cut:Version) USING INDEX SEEK cut:Version(namespace, cutAt)
    WHERE cut.namespace = $namespace AND cut.cutAt IS NOT NULL
    RETURN cut.cutAt ORDER BY cut.namespace DESC, cut.cutAt DESC LIMIT 1
  }) AS keptSince
