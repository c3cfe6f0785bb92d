import { Injectable } from '@nestjs/common';
import { Histogram } from 'prom-client';
import type { Caller, Withheld } from '../common/caller.js';
import { metrics } from '../common/metrics.js';
import type { Knowledge } from '../knowledge/knowledge.model.js';
import { Aliases } from '../search/aliases.service.js';
import type { SearchHit } from '../search/search.model.js';
import { SearchService } from '../search/search.service.js';
import { TrialsService } from '../trials/trials.service.js';
import { inOrder, nearestLeft } from './around.js';
import { GLOBAL } from '../entities/document.js';
import { knowledgeTypeToken, piecesSeenBy } from '../entities/facets.js';
import { pieceKind } from '../entities/entities.kind.js';
import { type GraphContextEntry, RetrievalMerge, type ScoredPiece } from '../entities/entities.model.js';
import { EntitiesRepository } from '../entities/entities.repository.js';
import type { Around } from '../entities/entities.statements.js';
import { mergePieces, relevancesAround } from './merge.js';
import { RelationChoice } from '../entities/relation-choice.js';
import { lookedAt, RelationChooser } from './relations.service.js';
import type { RetrieveArgs } from './retrieval.inputs.js';
import type { RetrievalResult } from './retrieval.model.js';
import type { Moment } from '../entities/time/moment.js';
import { TimeService } from '../entities/time/time.service.js';

/** Number of hits that are read if `merge` is FUSED, to get search scores for the pieces of relations. */
const FUSED_HITS = 100;

const retrieveSeconds = new Histogram({
  name: 'heartwood_retrieve_seconds',
  help: 'Time of one retrieval over the three knowledge layers',
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
});

/** Retrieves the three layers together: profiles, pieces that a search finds, and the relations around an entity. */
@Injectable()
export class RetrievalService {
  constructor(
    private readonly repository: EntitiesRepository,
    private readonly search: SearchService,
    private readonly time: TimeService,
    private readonly aliases: Aliases,
    private readonly chooser: RelationChooser,
    private readonly trials: TrialsService,
  ) {}

  /**
   * Retrieves knowledge of the three layers for a query and an active entity: metadata of the entity and the shared
   * metadata; ranked pieces of the entity and pieces without an owner; the relations around the entity with their
   * pieces. The search runs concurrently with the statement that reads the other two layers.
   *
   * @param parts `pieces: false` leaves the pieces out, which cost two more statements
   * @throws BadUserInputError when `asOf` is in the future, or before the first record of the namespace
   */
  async retrieve(from: Caller, request: RetrieveArgs, { pieces = true } = {}): Promise<RetrievalResult> {
    const caller = await this.trials.drawn(from);
    const { entityId, asOf } = request;
    if (entityId === undefined) return (await this.retrieveFor(caller, request, pieces)).result;
    const read = (id: string) => this.retrieveFor(caller, { ...request, entityId: id }, pieces);
    const isFound = (found: { readonly isEntity: boolean }) => found.isEntity;
    return (await this.aliases.following(caller.namespace, entityId, read, isFound, asOf)).result;
  }

  /** @returns `isEntity`: whether the active entity is known to exist by this id */
  private async retrieveFor(
    caller: Caller & { readonly withheld: Withheld },
    request: RetrieveArgs,
    withPieces: boolean,
  ): Promise<{ readonly result: RetrievalResult; readonly isEntity: boolean }> {
    const end = retrieveSeconds.startTimer();
    const { query, entityId, depth, firstRelations, relationsBy } = request;
    const isByRelevance = relationsBy === RelationChoice.RELEVANCE;
    const knowledgeTypes = request.knowledgeTypes?.length ? request.knowledgeTypes : null;
    const tags = request.tags?.length ? request.tags : null;
    const moment = await this.time.momentOf(caller.namespace, request);
    const limit = isByRelevance ? Math.max(firstRelations, lookedAt(moment === undefined)) : firstRelations;
    const asked = { entityId: entityId ?? null, knowledgeTypes, tags };
    const [hits, { isEntity, ...around }] = await Promise.all([
      withPieces ? this.hitsOf(caller, request, moment) : undefined,
      this.around(caller.namespace, { ...asked, depth, limit }, moment),
    ]);
    const { metadata, globalMetadata } = around;
    const shown = around.relations.filter(({ piece }) => piece === null || !caller.withheld.refs.has(piece.ref));
    const { relations, more } = isByRelevance
      ? await this.chooser.choose(
          caller.namespace,
          { ...asked, query, most: firstRelations, isCurrent: moment === undefined },
          shown,
        )
      : { relations: shown, more: [] };
    const pieces = hits ? await this.piecesOf(caller, hits, relations, request, moment) : [];
    const graphContext = inOrder(relations);
    end();
    const time = moment ? this.time.answerTime(moment) : null;
    const answered = { entityId: entityId ?? null, request };
    return {
      result: { metadata, globalMetadata, pieces, graphContext, moreRelations: more, time, ...answered },
      isEntity,
    };
  }

  /** @returns `isEntity` false at another time, since only the present statement tells it */
  private async around(
    namespace: string,
    { depth, limit, ...asked }: Around['asked'] & Pick<Around, 'depth' | 'limit'>,
    moment: Moment | undefined,
  ) {
    if (!moment) return this.repository.retrieve({ namespace, asked, depth, limit });
    return { ...(await this.time.around(namespace, { ...asked, depth, limit }, moment)), isEntity: false };
  }

  /** The pieces that the search finds for a question. */
  private async hitsOf(
    caller: Caller,
    { query, entityId, first, merge, tags, knowledgeTypes }: RetrieveArgs,
    moment: Moment | undefined,
  ): Promise<readonly SearchHit[]> {
    const { hits } = await this.search.search(caller, {
      query,
      kinds: [pieceKind.name],
      filter: { tags: tags?.length ? tags : undefined },
      required: {
        [pieceKind.name]: [
          piecesSeenBy(entityId),
          ...(knowledgeTypes?.length ? [knowledgeTypes.map(knowledgeTypeToken)] : []),
        ],
      },
      ...(moment && { asOf: moment.asOf ?? undefined, validAt: moment.validAt ?? undefined }),
      first: merge === RetrievalMerge.FUSED ? Math.max(first, FUSED_HITS) : first,
    });
    return moment ? hits.map((hit) => ({ ...hit, knowledge: { ...hit.knowledge, moment } as Knowledge })) : hits;
  }

  /** The hits and the pieces of relations, ranked together. */
  private async piecesOf(
    caller: Caller,
    hits: readonly SearchHit[],
    relations: readonly GraphContextEntry[],
    { merge, first }: RetrieveArgs,
    moment: Moment | undefined,
  ): Promise<ScoredPiece[]> {
    const around = await this.search.given(caller, pieceKind.name, relevancesAround(relations), moment?.asOf);
    return mergePieces(hits, relations, { merge, topK: first, around });
  }

  /**
   * The result with its relations chosen by relevance, and the pieces of these relations; the same one if it has all
   * relations around the entity.
   */
  async byRelevance(caller: Caller, result: RetrievalResult): Promise<RetrievalResult> {
    const { entityId, graphContext, request } = result;
    if (request.relationsBy === RelationChoice.RELEVANCE) return result;
    if (this.chooser.isWhole(entityId, graphContext, request.firstRelations)) return result;
    return this.retrieve(caller, { ...request, relationsBy: RelationChoice.RELEVANCE });
  }

  /**
   * Removes from a retrieval the profiles and relations that were ingested only in these sessions, and relations whose piece is
   * removed. A profile that also has other sources is kept whole.
   *
   * @param limit maximum number of remaining relations
   */
  async aroundApart(
    { namespace }: Caller,
    { entityId, metadata, globalMetadata, graphContext, time }: RetrievalResult,
    sessions: readonly string[],
    limit: number,
  ): Promise<Pick<RetrievalResult, 'metadata' | 'globalMetadata' | 'graphContext'>> {
    const pieceIdOf = ({ piece, properties }: GraphContextEntry): string | undefined => {
      const { piece_id: given } = properties as { readonly piece_id?: unknown };
      return piece?.id ?? (typeof given === 'string' ? given : undefined);
    };
    const around = {
      profileIds: [...(entityId === null ? [] : [entityId]), GLOBAL],
      sourceIds: [...new Set(graphContext.map(({ source }) => source.id))],
      keys: graphContext.map(({ key }) => key),
      known: time?.asOf ?? null,
    };
    const pieceIds = [...new Set(graphContext.flatMap((relation) => pieceIdOf(relation) ?? []))];
    const [brought, pieces] = await Promise.all([
      this.repository.listBroughtInSessions(namespace, around, sessions),
      this.repository.listFromSessions(namespace, pieceIds, sessions),
    ]);
    const isLeftOut = (relation: GraphContextEntry) =>
      brought.keys.has(relation.key) || pieces.has(pieceIdOf(relation) ?? '');
    return {
      metadata: entityId !== null && brought.profileIds.has(entityId) ? null : metadata,
      globalMetadata: brought.profileIds.has(GLOBAL) ? null : globalMetadata,
      graphContext: entityId === null ? graphContext : nearestLeft(entityId, graphContext, isLeftOut, limit),
    };
  }
}
