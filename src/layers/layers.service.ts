import { Injectable } from '@nestjs/common';
import { Histogram } from 'prom-client';
import { BatchLoader } from '../common/batch-loader.js';
import type { Caller, Withheld } from '../common/caller.js';
import { type ConnectionOf, decodeCursor, page, type Page, withNodes } from '../common/connection.js';
import { metrics } from '../common/metrics.js';
import { inOrder, nearestLeft } from './around.js';
import { GLOBAL } from './document.js';
import type { Knowledge } from '../knowledge/knowledge.model.js';
import { pieceKind } from './layers.kind.js';
import { knowledgeTypeToken, piecesSeenBy } from './layers.facets.js';
import { Aliases } from '../search/aliases.service.js';
import type { SearchHit } from '../search/search.model.js';
import { TrialsService } from '../trials/trials.service.js';
import { SearchService } from '../search/search.service.js';
import type { RetrieveArgs } from './layers.inputs.js';
import {
  type GraphContextEntry,
  Direction,
  type Entity,
  type Piece,
  type Relation,
  RetrievalMerge,
  type ScoredPiece,
} from './layers.model.js';
import { LayersRepository, type ListedRelation, type RelationCursor } from './layers.repository.js';
import type { Around } from './layers.statements.js';
import { mergePieces, relevancesAround } from './merge.js';
import { RelationChoice } from './relation-choice.js';
import { lookedAt, RelationChooser } from './relations.service.js';
import type { RetrievalResult } from './retrieval.model.js';
import type { Moment } from './time/moment.js';
import { TimeService } from './time/time.service.js';

/** Number of hits that are read if `merge` is FUSED, to get search scores for the pieces of relations. */
const FUSED_HITS = 100;

const retrieveSeconds = new Histogram({
  name: 'heartwood_retrieve_seconds',
  help: 'Time of one retrieval over the three knowledge layers',
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
});
const isThere = (entity: Entity | undefined): boolean => entity !== undefined;

interface Namespaced {
  readonly namespace: string;
}
type PiecePage = Namespaced & { readonly afterId: string; readonly limit: number };
type RelationPage = Namespaced & {
  readonly direction: Direction;
  readonly after: RelationCursor | null;
  readonly limit: number;
};

/** The knowledge layers: entities with their metadata, pieces about them, and relations between them. */
@Injectable()
export class LayersService {
  private readonly entities = new BatchLoader(({ namespace }: Namespaced, ids) =>
    this.repository.findEntities(namespace, ids),
  );
  private readonly pieces = new BatchLoader(({ namespace }: Namespaced, ids) =>
    this.repository.findPieces(namespace, ids),
  );
  private readonly mentions = new BatchLoader(({ namespace }: Namespaced, ids) =>
    this.repository.listMentions(namespace, ids),
  );
  private readonly piecePages = new BatchLoader(({ namespace, afterId, limit }: PiecePage, ids) =>
    this.repository.listPieces(namespace, ids, afterId, limit),
  );
  private readonly pieceCounts = new BatchLoader(({ namespace }: Namespaced, ids) =>
    this.repository.countPieces(namespace, ids),
  );
  private readonly relationPages = new BatchLoader(({ namespace, ...page }: RelationPage, ids) =>
    this.repository.listRelations(namespace, ids, page),
  );
  private readonly relationCounts = new BatchLoader(({ namespace }: Namespaced, ids) =>
    this.repository.countRelations(namespace, ids),
  );

  constructor(
    private readonly repository: LayersRepository,
    private readonly search: SearchService,
    private readonly time: TimeService,
    private readonly aliases: Aliases,
    private readonly chooser: RelationChooser,
    private readonly trials: TrialsService,
  ) {}

  // ───────────────────────────── retrieving ─────────────────────────────

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

  // ───────────────────────────── reading ─────────────────────────────

  /** Finds an entity by its id, or by the id of an entity that was merged into it. */
  findEntity(namespace: string, id: string): Promise<Entity | undefined> {
    return this.aliases.following(namespace, id, (known) => this.entities.load({ namespace }, known), isThere);
  }

  /** The entity to which a piece belongs, at the time of the piece. */
  async ownerOf(namespace: string, { entityId, moment }: Piece): Promise<Entity | undefined> {
    if (entityId === null) return undefined;
    return moment?.asOf ? this.time.findEntity(namespace, entityId, moment) : this.findEntity(namespace, entityId);
  }

  /** Resolves an id: the same id, or the merge target if the entity was merged into another. */
  resolve(namespace: string, id: string): Promise<string> {
    return this.aliases.resolve(namespace, id);
  }

  hasRelation(namespace: string, ref: string): Promise<boolean> {
    return this.repository.hasRelation(namespace, ref);
  }

  /** Pieces by id; ids that do not exist are left out. */
  findPieces(namespace: string, ids: readonly string[]): Promise<ReadonlyMap<string, Piece>> {
    return this.repository.findPieces(namespace, ids);
  }

  /** Filters out pieces that belong to one of these sessions, or that were ingested only in them. */
  async apart({ namespace }: Caller, pieces: readonly Piece[], sessions: readonly string[]): Promise<readonly Piece[]> {
    const ids = pieces.map(({ id }) => id);
    const excluded = await this.repository.listFromSessions(namespace, ids, sessions);
    return pieces.filter(({ id }) => !excluded.has(id));
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

  /** @throws BadUserInputError when `asOf` is in the future, or before the first record of the namespace */
  async findEntityAt(
    namespace: string,
    id: string,
    times: { readonly asOf?: Date | undefined; readonly validAt?: Date | undefined },
  ): Promise<Entity | undefined> {
    const moment = await this.time.momentOf(namespace, times);
    if (!moment) return this.findEntity(namespace, id);
    return this.aliases.following(
      namespace,
      id,
      (known) => this.time.findEntity(namespace, known, moment),
      isThere,
      moment.asOf,
    );
  }

  findPiece(namespace: string, id: string, moment?: Moment): Promise<Piece | undefined> {
    return moment ? this.time.findPiece(namespace, id, moment) : this.pieces.load({ namespace }, id);
  }

  async mentionsOf(namespace: string, pieceId: string): Promise<readonly Entity[]> {
    return (await this.mentions.load({ namespace }, pieceId)) ?? [];
  }

  /** @throws BadUserInputError when `after` is not a cursor of this list */
  async listEntities(
    namespace: string,
    { type, first, after }: Page & { readonly type?: string | undefined },
  ): Promise<ConnectionOf<Entity>> {
    const [afterId = ''] = decodeCursor(after, 'entities', ['string']) ?? [];
    const rows = await this.repository.listEntities(namespace, type ?? null, afterId, first + 1);
    const totalCount = () => this.repository.countEntities(namespace, type ?? null);
    return page({ rows, first, after, order: 'entities', key: ({ id }) => [id], totalCount });
  }

  /**
   * @param moment time of which the pieces are listed; then a page may have fewer entries than requested, and
   * totalCount is the current number
   * @throws BadUserInputError when `after` is not a cursor of this list
   */
  async listPieces(
    namespace: string,
    entityId: string,
    { first, after }: Page,
    moment?: Moment,
  ): Promise<ConnectionOf<Piece>> {
    const [afterId = ''] = decodeCursor(after, 'pieces', ['string']) ?? [];
    const asked = { afterId, limit: first + 1 };
    const totalCount = async () => (await this.pieceCounts.load({ namespace }, entityId)) ?? 0;
    if (moment) {
      const ids = await this.time.listPieces(namespace, entityId, asked, moment);
      const listed = page({ rows: ids, first, after, order: 'pieces', key: (id) => [id], totalCount });
      const then = await this.time.piecesOf(namespace, entityId, listed.nodes, moment);
      const pieces = new Map(then.map((piece) => [piece.id, piece]));
      return withNodes(listed, (id) => pieces.get(id));
    }
    const rows = (await this.piecePages.load({ namespace, ...asked }, entityId)) ?? [];
    return page({ rows, first, after, order: 'pieces', key: ({ id }) => [id], totalCount });
  }

  /** @throws BadUserInputError when `after` is not a cursor of this list */
  async listRelations(
    namespace: string,
    entityId: string,
    { direction, first, after }: Page & { readonly direction: Direction },
    moment?: Moment,
  ): Promise<ConnectionOf<Relation>> {
    const order = `relations-${direction}`;
    const [way, key] = decodeCursor(after, order, ['string', 'string']) ?? [];
    const begin = way === undefined || key === undefined ? null : ({ way: way === 'in' ? 'in' : 'out', key } as const);
    const asked = { direction, after: begin, limit: first + 1 };
    const listed: readonly ListedRelation[] = moment
      ? await this.time.listRelations(namespace, entityId, asked, moment)
      : ((await this.relationPages.load({ namespace, ...asked }, entityId)) ?? []);
    const cursors = new Map(listed.map(({ relation, cursor }) => [relation, cursor]));
    const connection = page<Relation>({
      rows: listed.map(({ relation }) => relation),
      first,
      after,
      order,
      key: (relation) => [cursors.get(relation)?.way ?? '', cursors.get(relation)?.key ?? ''],
      totalCount: async () => {
        const counted = moment
          ? this.time.countRelations(namespace, entityId, moment)
          : this.relationCounts.load({ namespace }, entityId);
        const { outgoing = 0, incoming = 0 } = (await counted) ?? {};
        return (direction === Direction.IN ? 0 : outgoing) + (direction === Direction.OUT ? 0 : incoming);
      },
    });
    return connection;
  }
}
