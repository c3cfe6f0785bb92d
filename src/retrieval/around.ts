import { compare } from '../common/text.js';
import type { GraphContextEntry } from '../entities/entities.model.js';

type Around = Pick<GraphContextEntry, 'relationType' | 'source' | 'target' | 'depth' | 'key'>;

/**
 * Selects the nearest relations around an entity after some relations were left out. Relations that were reachable only
 * through the omitted ones are left out as well.
 *
 * @param relations each with its {@link GraphContextEntry.depth} from the entity, in any order
 * @returns at most `limit` relations in the given order. The nearest are selected; those of equal depth are selected by
 * type, other end and key.
 */
export function nearestLeft<Relation extends Around>(
  entityId: string,
  relations: readonly Relation[],
  isLeftOut: (relation: Relation) => boolean,
  limit: number,
): Relation[] {
  const depths = new Map([[entityId, 0]]);
  const left: { readonly relation: Relation; readonly other: string }[] = [];
  for (const relation of relations.toSorted((a, b) => a.depth - b.depth)) {
    const ends = [relation.source.id, relation.target.id];
    const near = ends.find((id) => depths.get(id) === relation.depth - 1);
    if (near === undefined || isLeftOut(relation)) continue;
    const other = ends.find((id) => id !== near) ?? near;
    if (!depths.has(other)) depths.set(other, relation.depth);
    left.push({ relation, other });
  }
  left.sort(
    (a, b) =>
      a.relation.depth - b.relation.depth ||
      compare(a.relation.relationType, b.relation.relationType) ||
      compare(a.other, b.other) ||
      compare(a.relation.key, b.relation.key),
  );
  const nearest = new Set(left.slice(0, limit).map(({ relation }) => relation));
  return relations.filter((relation) => nearest.has(relation));
}

/** Sorts relations by type, then target and key, as `retrieve` returns them. */
export function inOrder<Relation extends Around>(relations: readonly Relation[]): Relation[] {
  return relations.toSorted(
    (a, b) => compare(a.relationType, b.relationType) || compare(a.target.id, b.target.id) || compare(a.key, b.key),
  );
}
