import { Injectable } from '@nestjs/common';
import { inOrder } from './around.js';
import type { GraphContextEntry, KnowledgeType } from './layers.model.js';
import { LayersRepository } from './layers.repository.js';
import { beginningsOf, type Crowd, crowdOf, relevantRelations } from './relevance.js';
import type { MoreRelations } from './retrieval.model.js';

/** Number of nearest relations among which the relations for a text are chosen. */
export const LOOKED_AT = 200;
/**
 * A crowd is a relation type of which an entity has more than `above` relations. At most `shown` of them are chosen.
 * Counting ends at `counted`.
 */
const CROWD = { above: 50, shown: 10, counted: 10_000 };

export interface ChoiceRequest {
  readonly query: string;
  readonly entityId: string | null;
  /** Maximum number of relations. */
  readonly most: number;
  /** False for answers about another time, or without some sessions: numbers are known only for all current data. */
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

/** Chooses the relations around an entity that fit a question best. */
@Injectable()
export class RelationChooser {
  constructor(private readonly repository: LayersRepository) {}

  /** @param nearest the nearest relations around the entity, at least {@link LOOKED_AT} if there are as many */
  async choose(
    namespace: string,
    request: ChoiceRequest,
    nearest: readonly GraphContextEntry[],
  ): Promise<ChosenRelations> {
    const { query, entityId, most, isCurrent } = request;
    const crowds = isCurrent ? await this.crowdsOf(namespace, entityId, nearest) : [];
    const around = await this.withCrowds(namespace, request, nearest, crowds);
    const relations = relevantRelations(query, entityId, around, {
      most,
      mostOfCrowd: CROWD.shown,
      isCrowd: ({ relationType, isOwn }) =>
        crowds.some((crowd) => crowd.relationType === relationType && crowd.isOwn === isOwn),
    });
    const more = crowds.map(({ relationType, isOwn, count }) => {
      const chosen = relations.filter((relation) => {
        const own = crowdOf(relation, entityId);
        return relation.depth === 1 && own.relationType === relationType && own.isOwn === isOwn;
      });
      return { relationType, isOwn, count: count - chosen.length, isCounted: count < CROWD.counted };
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

  /**
   * Adds the relations of crowds that fit the question best, because the nearest relations have only the first ones of
   * the alphabet.
   */
  private async withCrowds(
    namespace: string,
    { query, entityId, knowledgeTypes = null, tags = null }: ChoiceRequest,
    relations: readonly GraphContextEntry[],
    crowds: readonly Crowd[],
  ): Promise<readonly GraphContextEntry[]> {
    if (entityId === null || relations.length < LOOKED_AT || crowds.length === 0) return relations;
    const found = await this.repository.listCrowd(namespace, {
      asked: { entityId, knowledgeTypes, tags },
      types: [...new Set(crowds.map(({ relationType }) => relationType))].sort(),
      words: beginningsOf(query),
      most: CROWD.counted,
      limit: LOOKED_AT,
    });
    const all = new Map([...relations, ...found].map((relation) => [relation.key, relation]));
    return inOrder([...all.values()]);
  }

  /** Finds the relation types of which an entity has more relations, in one direction, than a text shows. */
  private async crowdsOf(
    namespace: string,
    entityId: string | null,
    relations: readonly GraphContextEntry[],
  ): Promise<readonly (Crowd & { readonly count: number })[]> {
    const near = nearOf(relations);
    // With so few relations in total, no type can be a crowd.
    if (entityId === null || near.length <= CROWD.above) return [];
    const types = [...new Set(near.map(({ relationType }) => relationType))].sort();
    const counts = await this.repository.countCrowds(namespace, entityId, types, CROWD.counted);
    const own = counts.map(({ type: relationType, outgoing: count }) => ({ relationType, isOwn: true, count }));
    const others = counts.map(({ type: relationType, incoming: count }) => ({ relationType, isOwn: false, count }));
    return [...own, ...others].filter(({ count }) => count > CROWD.above);
  }
}

function nearOf(relations: readonly GraphContextEntry[]): readonly GraphContextEntry[] {
  return relations.filter(({ depth }) => depth === 1);
}
