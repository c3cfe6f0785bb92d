import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { type GraphContextEntry, type Piece, RetrievalMerge } from './layers.model.js';
import { LayersService } from './layers.service.js';
import type { ContextRequest, SectionHit, SectionSource, SectionWriter } from '../knowledge/section.js';
import { inOrder } from './around.js';
import { pieceSections } from './piece.text.js';
import { beginningsOf, type Crowd, crowdOf, relevantRelations } from './relevance.js';

/** Maximum number of relations in a prompt. */
const RELATIONS = 20;
/** Number of nearest relations among which the relations for the prompt are selected. */
const LOOKED_AT = 200;
/**
 * A crowd is a relation type of which an entity has more than `above` relations. At most `shown` of them are written.
 * Counting ends at `counted`.
 */
const CROWD = { above: 50, shown: 10, counted: 10_000 };

/** Writes pieces by info type, with the profile and the relations of the active entity. */
@Injectable()
export class PieceSection implements SectionSource {
  constructor(private readonly knowledge: LayersService) {}

  /** True if there is an active entity, because its profile is written even if the search finds nothing. */
  standsAlone({ entityId }: ContextRequest): boolean {
    return entityId !== undefined;
  }

  async prepare(caller: Caller, hits: readonly SectionHit[], request: ContextRequest): Promise<SectionWriter> {
    const { query, depth, asOf, validAt, excluded } = request;
    // The query is blank, since the search has already run.
    const found = await this.knowledge.retrieve(caller, {
      query: '',
      depth,
      first: 1,
      firstRelations: LOOKED_AT,
      merge: RetrievalMerge.MAX,
      ...(request.entityId !== undefined && { entityId: request.entityId }),
      ...(asOf && { asOf }),
      ...(validAt && { validAt }),
    });
    const { metadata, globalMetadata, graphContext } = excluded
      ? await this.knowledge.aroundApart(caller, found, excluded.sessions, LOOKED_AT)
      : found;
    const { entityId } = found;
    // Counts are known only for current data.
    const crowds = asOf || validAt || excluded ? [] : await this.crowdsOf(caller.namespace, entityId, graphContext);
    const around = await this.withCrowds(caller.namespace, query, entityId, graphContext, crowds);
    const relations = relevantRelations(query, entityId, around, {
      most: RELATIONS,
      mostOfCrowd: CROWD.shown,
      isCrowd: ({ relationType, isOwn }) =>
        crowds.some((crowd) => crowd.relationType === relationType && crowd.isOwn === isOwn),
    });
    const more = crowds.flatMap((crowd) => {
      const { relationType, isOwn } = crowd;
      const shown = relations.filter((relation) => {
        const own = crowdOf(relation, entityId);
        return own.relationType === relationType && own.isOwn === isOwn;
      });
      const isCounted = crowd.count < CROWD.counted;
      return [{ relationType, isOwn, count: crowd.count - shown.length, isCounted }];
    });
    const pieces = hits.map(({ knowledge }) => knowledge as Piece);
    return pieceSections(pieces, { entityId, metadata, globalMetadata, relations, more });
  }

  /**
   * Adds the relations of crowds that fit the question best, because the nearest relations have only the first ones of
   * the alphabet.
   */
  private async withCrowds(
    namespace: string,
    query: string,
    entityId: string | null,
    relations: readonly GraphContextEntry[],
    crowds: readonly (Crowd & { readonly count: number })[],
  ): Promise<readonly GraphContextEntry[]> {
    if (entityId === null || relations.length < LOOKED_AT || crowds.length === 0) return relations;
    const found = await this.knowledge.listCrowd(namespace, {
      entityId,
      types: [...new Set(crowds.map(({ relationType }) => relationType))].sort(),
      words: beginningsOf(query),
      most: CROWD.counted,
      limit: LOOKED_AT,
    });
    const all = new Map([...relations, ...found].map((relation) => [relation.key, relation]));
    return inOrder([...all.values()]);
  }

  /** Finds the relation types of which an entity has more relations, in one direction, than a prompt shows. */
  private async crowdsOf(
    namespace: string,
    entityId: string | null,
    relations: readonly GraphContextEntry[],
  ): Promise<readonly (Crowd & { readonly count: number })[]> {
    const near = relations.filter(({ depth }) => depth === 1);
    // With so few relations in total, no type can be a crowd.
    if (entityId === null || near.length <= CROWD.above) return [];
    const types = [...new Set(near.map(({ relationType }) => relationType))].sort();
    const counts = await this.knowledge.countCrowds(namespace, entityId, types, CROWD.counted);
    return counts.flatMap(({ type: relationType, outgoing, incoming }) =>
      [
        { relationType, isOwn: true, count: outgoing },
        { relationType, isOwn: false, count: incoming },
      ].filter(({ count }) => count > CROWD.above),
    );
  }
}
