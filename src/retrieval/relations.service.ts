import { Injectable } from '@nestjs/common';
import { groupBy } from '../common/group-by.js';
import { compare } from '../common/text.js';
import { inOrder } from './around.js';
import type { GraphContextEntry, KnowledgeType } from '../entities/entities.model.js';
import { EntitiesRepository } from '../entities/entities.repository.js';
import { beginningsOf, type Crowd, crowdOf, relevantRelations } from './relevance.js';
import type { MoreRelations } from './retrieval.model.js';

/** Number of nearest relations among which the relations for a text are chosen. */
const LOOKED_AT = 200;
/**
 * That number for answers about another time or without some sessions. Their types and counts are not known before the
 * relations are read, which come by the alphabet.
 */
const LOOKED_AT_THEN = 2_000;
/** Maximum number of relation types of one entity that are looked at. */
const MOST_TYPES = 100;
/**
 * A crowd is a relation type of which an entity has more than `above` relations. At most `shown` of them are chosen while
 * other relations need the room. Counting ends at `counted`.
 */
const CROWD = { above: 50, shown: 10, counted: 10_000 };

export interface ChoiceRequest {
  readonly query: string;
  readonly entityId: string | null;
  /** Maximum number of relations. */
  readonly most: number;
  /** False for answers about another time, or without some sessions: numbers are stored only of all current data. */
  readonly isCurrent: boolean;
  /** Filters on the pieces of relations; null: any. */
  readonly knowledgeTypes?: readonly KnowledgeType[] | null;
  readonly tags?: readonly string[] | null;
}

export interface ChosenRelations {
  /** In the order of {@link inOrder}. */
  readonly relations: readonly GraphContextEntry[];
  /** Those from the entity first, then by type. */
  readonly more: readonly MoreRelations[];
}

/** Number of nearest relations that {@link RelationChooser.choose} needs. */
export function lookedAt(isCurrent: boolean): number {
  return isCurrent ? LOOKED_AT : LOOKED_AT_THEN;
}

/** Chooses the relations around an entity that fit a question best. */
@Injectable()
export class RelationChooser {
  constructor(private readonly repository: EntitiesRepository) {}

  /** @param nearest the nearest relations around the entity, at least {@link lookedAt} if there are as many */
  async choose(
    namespace: string,
    request: ChoiceRequest,
    nearest: readonly GraphContextEntry[],
  ): Promise<ChosenRelations> {
    const { query, entityId, most, isCurrent } = request;
    // If not all relations were read, those that were are the first ones of the alphabet, so that each type is looked at.
    const types =
      isCurrent && entityId !== null && nearest.length >= LOOKED_AT
        ? await this.repository.listTypes(namespace, entityId, MOST_TYPES)
        : [];
    const counts = await this.countsOf(namespace, request, nearest, types);
    const crowds = counts.filter(({ count }) => count > CROWD.above);
    const around = await this.withBest(namespace, request, nearest, types);
    const relations = relevantRelations(query, entityId, around, {
      most,
      mostOfCrowd: CROWD.shown,
      isCrowd: ({ relationType, isOwn }) =>
        crowds.some((crowd) => crowd.relationType === relationType && crowd.isOwn === isOwn),
    });
    const more = counts.flatMap(({ relationType, isOwn, count }) => {
      const chosen = relations.filter((relation) => {
        const own = crowdOf(relation, entityId);
        return relation.depth === 1 && own.relationType === relationType && own.isOwn === isOwn;
      });
      const left = count - chosen.length;
      return left > 0 ? [{ relationType, isOwn, count: left, isCounted: count < CROWD.counted }] : [];
    });
    return { relations, more };
  }

  /**
   * Whether a choice among these relations would leave none out.
   *
   * @param most maximum number of relations with which they were read
   */
  isWhole(entityId: string | null, relations: readonly GraphContextEntry[], most: number): boolean {
    return entityId === null || (relations.length < most && nearOf(relations).length <= CROWD.above);
  }

  /** Adds the relations of each type that fit the question best. */
  private async withBest(
    namespace: string,
    { query, entityId, most, knowledgeTypes = null, tags = null }: ChoiceRequest,
    relations: readonly GraphContextEntry[],
    types: readonly string[],
  ): Promise<readonly GraphContextEntry[]> {
    if (entityId === null || types.length === 0) return relations;
    const found = await this.repository.listCrowd(namespace, {
      asked: { entityId, knowledgeTypes, tags },
      types,
      words: beginningsOf(query),
      most: CROWD.counted,
      limit: Math.max(most, CROWD.shown),
    });
    const all = new Map([...relations, ...found].map((relation) => [relation.key, relation]));
    return inOrder([...all.values()]);
  }

  /**
   * Numbers of relations from an entity and to it, by type; those from the entity first.
   *
   * @param types the types, if not all relations of the entity were read
   */
  private async countsOf(
    namespace: string,
    { entityId, isCurrent }: ChoiceRequest,
    relations: readonly GraphContextEntry[],
    types: readonly string[],
  ): Promise<readonly (Crowd & { readonly count: number })[]> {
    if (entityId === null || (!isCurrent && relations.length >= LOOKED_AT_THEN)) return [];
    if (types.length === 0) {
      const groups = groupBy(nearOf(relations), (relation) => {
        const { relationType, isOwn } = crowdOf(relation, entityId);
        return JSON.stringify([isOwn ? 0 : 1, relationType]);
      });
      return [...groups]
        .sort(([a], [b]) => compare(a, b))
        .flatMap(([, group]) => {
          const [first] = group;
          return first ? [{ ...crowdOf(first, entityId), count: group.length }] : [];
        });
    }
    const counts = await this.repository.countCrowds(namespace, entityId, types, CROWD.counted);
    const own = counts.map(({ type: relationType, outgoing: count }) => ({ relationType, isOwn: true, count }));
    const others = counts.map(({ type: relationType, incoming: count }) => ({ relationType, isOwn: false, count }));
    return [...own, ...others];
  }
}

function nearOf(relations: readonly GraphContextEntry[]): readonly GraphContextEntry[] {
  return relations.filter(({ depth }) => depth === 1);
}
