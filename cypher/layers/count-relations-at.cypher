// layers/count-relations-at: number of relations from and to each of these entities at a time, including superseded ones and
// those that an undo removed later.
//   $when   one map: known (relations recorded later are left out), at (only relations valid at this time; null: any),
//           passed (relations that later ones had ended by this time, as far as known at `known`, are left out)
:params {namespace: "default", ids: ["user:alice"], when: {known: datetime(), at: null, passed: datetime()}};
UNWIND $ids AS id
OPTIONAL MATCH (entity:Entity {namespace: $namespace, id: id}) USING INDEX SEEK entity:Entity(namespace, id)
RETURN id,
  COUNT { MATCH (entity)-[l:LINK|WAS_LINK]->(:Entity) WHERE coalesce(coalesce(l.joinedAt, l.createdAt) <= $when.known, true)
    AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
    AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true) }
  + COUNT { MATCH (l:Version) WHERE l.namespace = $namespace AND l.source = id AND l.gone AND l.key IS NOT NULL AND l.until > $when.known
    AND coalesce(l.createdAt <= $when.known, true)
    AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
    AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true) } AS outgoing,
  COUNT { MATCH (entity)<-[l:LINK|WAS_LINK]-(:Entity) WHERE coalesce(coalesce(l.joinedAt, l.createdAt) <= $when.known, true)
    AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
    AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true) }
  + COUNT { MATCH (l:Version) WHERE l.namespace = $namespace AND l.target = id AND l.gone AND l.key IS NOT NULL AND l.until > $when.known
    AND coalesce(l.createdAt <= $when.known, true)
    AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
    AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true) } AS incoming
