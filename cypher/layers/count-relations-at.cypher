// layers/count-relations-at: how many relations led from and to each of these entities at a time.
//   $when   in one map: known (what was recorded later does not count), at (only what was true then; null: whenever), passed (what
//           others ended by then, as far as that was known, is left out)
:params {namespace: "default", ids: ["user:alice"], when: {known: datetime(), at: null, passed: datetime()}};
UNWIND $ids AS id
MATCH (entity:Entity {namespace: $namespace, id: id}) USING INDEX SEEK entity:Entity(namespace, id)
RETURN id,
  COUNT { MATCH (entity)-[l:LINK|WAS_LINK]->(:Entity) WHERE coalesce(l.createdAt <= $when.known, true)
    AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
    AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true) } AS outgoing,
  COUNT { MATCH (entity)<-[l:LINK|WAS_LINK]-(:Entity) WHERE coalesce(l.createdAt <= $when.known, true)
    AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
    AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true) } AS incoming
