import { Inject, Injectable, Logger } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { ulid } from 'ulid';
import { BatchLoader } from '../common/batch-loader.js';
import type { Caller, Reporter } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { type ConnectionOf, decodeCursor, page, type Page } from '../common/connection.js';
import { BadUserInputError, ConflictError, LimitExceededError } from '../common/errors.js';
import { metrics } from '../common/metrics.js';
import { partsOf, withRemark } from '../common/parts.js';
import { type SkippedRecord } from '../common/skipped-record.js';
import { mapInTurns } from '../common/turns.js';
import { redactJson, redactText, secretIn, secretInJson } from '../common/redact.js';
import { canonicalJson } from '../common/json.js';
import { byId, compare } from '../common/text.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { LlmClient } from '../llm/llm-client.js';
import { EmbeddingService } from '../search/embedding/embedding.service.js';
import { entityToken, facetsOf, knowledgeTypeToken, piecesSeenBy, tagToken } from '../knowledge/facets.js';
import { pieceKind } from './layers.kind.js';
import { SearchService } from '../search/search.service.js';
import { saveWithVectors } from '../search/embedding/save-with-vectors.js';
import {
  edgeKey,
  type EdgeRecord,
  type KnowledgeDocument,
  LIMITS,
  type MetadataRecord,
  type PieceRecord,
  countRecords,
  readDocument,
  reverseEdgeKey,
  skip,
} from './document.js';
import { entityName, typeOfId } from './entity-name.js';
import { documentReply, type DocumentReply, INGEST_SYSTEM, ingestPrompt } from './ingest.prompt.js';
import type { IngestTextArgs, RetrieveArgs } from './layers.inputs.js';
import {
  type CheckIn,
  Direction,
  type Entity,
  type IngestReport,
  type LoadReport,
  type Piece,
  type Relation,
  RetrievalMerge,
  type RetrievalResult,
} from './layers.model.js';
import {
  LayersRepository,
  type LayersChange,
  type ListedRelation,
  type RelationCursor,
  type SavedLayers,
} from './layers.repository.js';
import type { LinkOutcome, LinkRow, MetadataRow, NamedRow, PieceRow, StoredCheckIn } from './layers.statements.js';
import { mergePieces, pieceProfile } from './merge.js';
import { allowed, type IngestRules, mergedProfile, proposedDocument, type StoredProfile } from './proposal.js';

/** Hits that lend their score to pieces of relations where these are ranked by the recipe. */
const FUSED_HITS = 100;

/**
 * A piece takes 12 KiB of the 256 MiB that a laptop's database gives one transaction, a node 4 and a relation 2.
 */
const LOAD_PARTS: Parts = { whole: 10_000, part: 1_000 };

/** How many records go in one transaction, and how many in each where there are more. */
interface Parts {
  readonly whole: number;
  readonly part: number;
}

const records = new Counter({
  name: 'heartwood_knowledge_records_total',
  help: 'Records of loaded documents, by section and by what became of them',
  labelNames: ['section', 'outcome'] as const,
  registers: [metrics],
});
const retrieveSeconds = new Histogram({
  name: 'heartwood_retrieve_seconds',
  help: 'Time of one retrieval over the three knowledge layers',
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
});
const checkIns = new Counter({
  name: 'heartwood_check_ins_total',
  help: 'Texts that were ingested and kept, and check-ins that were undone',
  labelNames: ['what'] as const,
  registers: [metrics],
});

interface Namespaced {
  readonly namespace: string;
}
type PiecePage = Namespaced & { readonly afterId: string; readonly limit: number };
type RelationPage = Namespaced & {
  readonly direction: Direction;
  readonly after: RelationCursor | null;
  readonly limit: number;
};

/** Entities, what experts wrote down about them, and how they stand to each other. */
@Injectable()
export class LayersService {
  private readonly logger = new Logger(LayersService.name);
  private readonly entities = new BatchLoader(({ namespace }: Namespaced, ids) =>
    this.repository.findEntities(namespace, ids),
  );
  private readonly pieces = new BatchLoader(({ namespace }: Namespaced, ids) =>
    this.repository.findPieces(namespace, ids),
  );
  private readonly mentions = new BatchLoader(({ namespace }: Namespaced, ids) =>
    this.repository.listMentions(namespace, ids),
  );
  private readonly checkInsOfPieces = new BatchLoader(({ namespace }: Namespaced, ids) =>
    this.repository.findCheckInsOfPieces(namespace, ids),
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
    private readonly embedding: EmbeddingService,
    private readonly llm: LlmClient,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  // ───────────────────────────── loading ─────────────────────────────

  /**
   * Brings a document in: up to 10,000 records in one transaction, more of them by the thousand, entities before pieces
   * before relations. A wrong record is skipped and reported, the others go in; doing it again changes nothing.
   *
   * @param document { metadata, pieces, graph: { nodes, edges } }; sections may be absent
   * @param parts how many records go in one transaction, and how many in each where there are more
   * @throws LimitExceededError when it, or a part of it, is too large for one transaction; the message says what is stored
   */
  async loadKnowledge(
    caller: Reporter,
    document: Readonly<Record<string, unknown>>,
    parts: Parts = LOAD_PARTS,
  ): Promise<LoadReport> {
    return this.load(caller.namespace, await readCounted(document), { parts });
  }

  /**
   * Has the configured LLM turn free text into a document, and adds that to what is stored. The check-in keeps text, reply
   * and document, linked to everything that came of it. What loads and other texts brought stays as it is, unless the
   * caller says otherwise.
   *
   * @throws BadUserInputError when the text or its artifacts hold what looks like a secret
   * @throws LlmUnavailableError without an LLM, and while it does not answer
   * @throws LlmRefusedError and LlmFilteredError
   * @throws LlmCutOffError and LlmInvalidReplyError when the reply is still no whole document after `maxRetries` retries
   */
  async ingestText({ namespace, agent }: Reporter, args: IngestTextArgs): Promise<IngestReport> {
    const { text, entityId, artifacts } = args;
    refuseSecrets('text', text);
    refuseSecrets('entityId', entityId);
    refuseSecrets('artifacts', artifacts);
    const answer = await this.llm.complete({
      system: INGEST_SYSTEM,
      user: ingestPrompt(text, entityId),
      schema: documentReply,
      schemaName: 'knowledge_document',
      maxAttempts: args.maxRetries + 1,
    });
    const reply = redactJson(answer.value) as DocumentReply;
    const document = proposedDocument(reply, text, entityId);
    const checkIn = args.checkIn
      ? {
          id: ulid(this.clock.now().getTime()),
          text,
          reply: redactText(answer.reply),
          document: JSON.stringify(document),
          artifacts: artifacts === undefined ? null : JSON.stringify(artifacts),
          by: agent ?? null,
        }
      : undefined;
    const proposed = allowed(await readCounted(document), args);
    const load = await this.load(namespace, proposed, { ingested: { rules: args, checkIn } });
    if (checkIn) checkIns.inc({ what: 'recorded' });
    return { document, load, attempts: answer.attempts, checkInId: checkIn?.id ?? null };
  }

  private async load(
    namespace: string,
    document: KnowledgeDocument,
    {
      ingested,
      parts = LOAD_PARTS,
    }: {
      ingested?: { readonly rules: IngestRules; readonly checkIn: Omit<StoredCheckIn, 'at'> | undefined };
      parts?: Parts;
    },
  ): Promise<LoadReport> {
    const change = await changeOf(namespace, document, ingested?.rules);
    // What a language model proposes is a check-in as a whole.
    const saved = await this.saveParts(
      namespace,
      ingested ? [{ ...change, checkIn: ingested.checkIn }] : partsOfChange(change, parts),
    );
    return this.report(document, change.links, saved);
  }

  private async saveParts(namespace: string, parts: readonly Omit<LayersChange, 'vectors'>[]): Promise<SavedLayers> {
    const saved: SavedLayers[] = [];
    for (const part of parts) {
      saved.push(
        await this.save(namespace, part).catch((error: unknown) => {
          if (saved.length > 0) {
            const stored = `${saved.length} of ${parts.length} parts of this document are stored`;
            throw withRemark(error, `${stored}; loading it again goes on from there`);
          }
          const advice = 'nothing of this document was stored; load it in parts, a thousand records each';
          throw error instanceof LimitExceededError ? withRemark(error, advice) : error;
        }),
      );
    }
    return {
      metadata: saved.flatMap(({ metadata }) => metadata),
      left: saved.flatMap(({ left }) => left),
      nodes: saved.flatMap(({ nodes }) => nodes),
      pieces: saved.flatMap(({ pieces }) => pieces),
      links: saved.flatMap(({ links }) => links),
    };
  }

  /** Embeds what is new or changes, outside of the transaction, and writes. */
  private async save(namespace: string, change: Omit<LayersChange, 'vectors'>): Promise<SavedLayers> {
    const now = this.clock.now();
    const { pieces } = change;
    const stored = await this.repository.findPieceTexts(
      namespace,
      pieces.map(({ id }) => id),
    );
    const keeps = change.proposal?.replace === false;
    const texts = pieces.map(({ id, ref, properties: { title, text } }) => {
      const before = stored.get(id);
      return { ref, title, text, stored: before && keeps ? { title, text } : before };
    });
    return saveWithVectors(this.embedding, texts, (vectors) =>
      this.repository.saveLayers(namespace, { ...change, vectors }, now),
    );
  }

  private async report(
    document: KnowledgeDocument,
    links: readonly LinkRow[],
    saved: SavedLayers,
  ): Promise<LoadReport> {
    const byKey = new Map(document.edges.map((edge): [string, EdgeRecord] => [edgeKey(edge), edge]));
    const missing = links.flatMap(({ key }, n) => {
      const edge = byKey.get(key);
      const problem = MISSING[saved.links[n] ?? ''];
      return edge && problem ? [skip('edges', edge.index, null, problem.field, problem.reason)] : [];
    });
    const indexOf = new Map(document.metadata.map(({ id, index }) => [id, index]));
    const left = saved.left.map(({ id, reason }) => skip('metadata', indexOf.get(id) ?? 0, id, null, reason));
    const sections: readonly string[] = ['metadata', 'pieces', 'graph', 'nodes', 'edges'];
    const placeOf = ({ section }: SkippedRecord) => sections.indexOf(section ?? '');
    const skipped = [...document.skipped, ...left, ...missing].sort(
      (a, b) => placeOf(a) - placeOf(b) || a.index - b.index,
    );
    const stored = saved.links.filter((outcome) => !(outcome in MISSING));
    const outcomes = {
      metadata: saved.metadata.map(({ outcome }) => outcome),
      pieces: saved.pieces.map(({ outcome }) => outcome),
      nodes: saved.nodes.map(({ outcome }) => outcome),
      edges: stored,
    };
    for (const [section, of] of Object.entries(outcomes)) {
      for (const outcome of of) records.inc({ section, outcome: outcome.toLowerCase() });
    }
    await mapInTurns(skipped, ({ section, index, id, field, reason }) => {
      records.inc({ section: section ?? 'document', outcome: 'skipped' });
      this.logger.warn({ msg: 'a record of a document was skipped', section, index, id, field, reason });
    });
    const all: readonly LinkOutcome[] = Object.values(outcomes).flat();
    return {
      metadata: outcomes.metadata.length,
      pieces: outcomes.pieces.length,
      nodes: outcomes.nodes.length,
      edges: outcomes.edges.length,
      created: all.filter((outcome) => outcome === 'CREATED').length,
      updated: all.filter((outcome) => outcome === 'UPDATED').length,
      unchanged: all.filter((outcome) => outcome === 'UNCHANGED').length,
      skipped,
    };
  }

  // ───────────────────────────── retrieving ─────────────────────────────

  /**
   * What the three layers know for a query and an active entity: metadata of the entity and of all; pieces by the ranking
   * recipe, of the entity and of nobody; the relations around the entity with their pieces. The search and the one
   * statement of the other two layers run side by side.
   */
  async retrieve(caller: Caller, request: RetrieveArgs): Promise<RetrievalResult> {
    const end = retrieveSeconds.startTimer();
    const { query, entityId, topK, depth, merge, limit } = request;
    const knowledgeTypes = request.knowledgeTypes?.length ? request.knowledgeTypes : undefined;
    const tags = request.tags?.length ? request.tags : undefined;
    const [{ hits }, around] = await Promise.all([
      this.search.search(caller, {
        query,
        kinds: [pieceKind.name],
        filter: { tags },
        required: {
          [pieceKind.name]: [
            piecesSeenBy(entityId),
            ...(knowledgeTypes ? [knowledgeTypes.map(knowledgeTypeToken)] : []),
          ],
        },
        first: merge === RetrievalMerge.FUSED ? Math.max(topK, FUSED_HITS) : topK,
      }),
      this.repository.retrieve({
        namespace: caller.namespace,
        asked: { entityId: entityId ?? null, knowledgeTypes: knowledgeTypes ?? null, tags: tags ?? null },
        depth,
        limit,
      }),
    ]);
    const { metadata, globalMetadata, relations } = around;
    const pieces = mergePieces(hits, relations, { merge, topK, gamma: this.config.TRUST_GAMMA });
    const graphContext = relations.toSorted(
      (a, b) => compare(a.relationType, b.relationType) || compare(a.target.id, b.target.id) || compare(a.key, b.key),
    );
    end();
    return { metadata, globalMetadata, pieces, graphContext, entityId: entityId ?? null };
  }

  // ───────────────────────────── reading ─────────────────────────────

  findEntity(namespace: string, id: string): Promise<Entity | undefined> {
    return this.entities.load({ namespace }, id);
  }

  /** By id; those that do not exist are left out. */
  findPieces(namespace: string, ids: readonly string[]): Promise<ReadonlyMap<string, Piece>> {
    return this.repository.findPieces(namespace, ids);
  }

  findPiece(namespace: string, id: string): Promise<Piece | undefined> {
    return this.pieces.load({ namespace }, id);
  }

  findCheckIn(namespace: string, id: string): Promise<CheckIn | undefined> {
    return this.repository.findCheckIn(namespace, id);
  }

  /** The last that brought a piece; undefined where it was loaded. */
  checkInOf(namespace: string, pieceId: string): Promise<CheckIn | undefined> {
    return this.checkInsOfPieces.load({ namespace }, pieceId);
  }

  async mentionsOf(namespace: string, pieceId: string): Promise<readonly Entity[]> {
    return (await this.mentions.load({ namespace }, pieceId)) ?? [];
  }

  /** @throws BadUserInputError when `after` is no cursor of this list */
  async listEntities(
    namespace: string,
    { type, first, after }: Page & { readonly type?: string | undefined },
  ): Promise<ConnectionOf<Entity>> {
    const [afterId = ''] = decodeCursor(after, 'entities', ['string']) ?? [];
    const rows = await this.repository.listEntities(namespace, type ?? null, afterId, first + 1);
    const totalCount = () => this.repository.countEntities(namespace, type ?? null);
    return page({ rows, first, after, order: 'entities', key: ({ id }) => [id], totalCount });
  }

  /** @throws BadUserInputError when `after` is no cursor of this list */
  async listPieces(namespace: string, entityId: string, { first, after }: Page): Promise<ConnectionOf<Piece>> {
    const [afterId = ''] = decodeCursor(after, 'pieces', ['string']) ?? [];
    const rows = (await this.piecePages.load({ namespace, afterId, limit: first + 1 }, entityId)) ?? [];
    const totalCount = async () => (await this.pieceCounts.load({ namespace }, entityId)) ?? 0;
    return page({ rows, first, after, order: 'pieces', key: ({ id }) => [id], totalCount });
  }

  /** @throws BadUserInputError when `after` is no cursor of this list */
  async listRelations(
    namespace: string,
    entityId: string,
    { direction, first, after }: Page & { readonly direction: Direction },
  ): Promise<ConnectionOf<Relation>> {
    const order = `relations-${direction}`;
    const [way, key] = decodeCursor(after, order, ['string', 'string']) ?? [];
    const begin = way === undefined || key === undefined ? null : ({ way: way === 'in' ? 'in' : 'out', key } as const);
    const listed: readonly ListedRelation[] =
      (await this.relationPages.load({ namespace, direction, after: begin, limit: first + 1 }, entityId)) ?? [];
    const cursors = new Map(listed.map(({ relation, cursor }) => [relation, cursor]));
    const connection = page<Relation>({
      rows: listed.map(({ relation }) => relation),
      first,
      after,
      order,
      key: (relation) => [cursors.get(relation)?.way ?? '', cursors.get(relation)?.key ?? ''],
      totalCount: async () => {
        const { outgoing = 0, incoming = 0 } = (await this.relationCounts.load({ namespace }, entityId)) ?? {};
        return (direction === Direction.IN ? 0 : outgoing) + (direction === Direction.OUT ? 0 : incoming);
      },
    });
    return connection;
  }

  // ───────────────────────────── deleting ─────────────────────────────

  /**
   * Deletes an entity with its metadata, its relations and the mentions of it; with its pieces where `withPieces` says so.
   *
   * @returns false when there was none
   * @throws ConflictError while pieces are about it, unless `withPieces`
   */
  async deleteEntity(namespace: string, id: string, withPieces: boolean): Promise<boolean> {
    const outcome = await this.repository.deleteEntity(namespace, id, withPieces, this.clock.now());
    if (outcome === 'HAS_PIECES') {
      throw new ConflictError(`Pieces belong to the entity "${id}"; delete them first, or with it (withPieces)`);
    }
    return outcome === 'DELETED';
  }

  /**
   * Deletes a piece with its mentions, its place in a session and the relations that carry it.
   *
   * @returns false when there was none
   */
  async deletePiece(namespace: string, id: string): Promise<boolean> {
    return (await this.repository.deletePieces(namespace, [id], this.clock.now())) > 0;
  }

  /**
   * Takes back what a check-in brought. What a load or another check-in brought, too, stays as it is now, and so does an
   * entity or a piece on which something of theirs hangs.
   *
   * @returns false when there was none
   */
  async undoCheckIn(namespace: string, id: string): Promise<boolean> {
    const undone = await this.repository.undoCheckIn(namespace, id, this.clock.now());
    if (undone) checkIns.inc({ what: 'undone' });
    return undone;
  }
}

const MISSING: Readonly<Record<string, { readonly field: string; readonly reason: string }>> = {
  NO_SOURCE: { field: 'source_id', reason: 'source_id names no node, neither of the document nor stored' },
  NO_TARGET: { field: 'target_id', reason: 'target_id names no node, neither of the document nor stored' },
  NO_PIECE: {
    field: 'properties.piece_id',
    reason: 'properties.piece_id names no piece, neither of the document nor stored',
  },
};

/** @throws BadUserInputError naming the rule, never the secret */
function refuseSecrets(field: string, value: unknown): void {
  const rule = typeof value === 'string' ? secretIn(value) : secretInJson(value)?.rule;
  if (rule === undefined) return;
  throw BadUserInputError.of(
    field,
    'noSecrets',
    `${field} holds what looks like a secret (${rule}); nothing was stored`,
  );
}

/** @throws LimitExceededError when it has too many records */
async function readCounted(value: Readonly<Record<string, unknown>>): Promise<KnowledgeDocument> {
  const count = countRecords(value);
  if (count > LIMITS.records) {
    throw new LimitExceededError(
      `A document has at most ${LIMITS.records} records, and this one ${count}; nothing was stored; load it in parts`,
    );
  }
  return readDocument(value);
}

/** @param rules of an ingestion; a load replaces what it names */
async function changeOf(
  namespace: string,
  document: KnowledgeDocument,
  rules: IngestRules | undefined,
): Promise<Omit<LayersChange, 'vectors'>> {
  const named = new Set(document.pieces.flatMap(({ entityId, mentions }) => [entityId ?? [], mentions].flat()));
  const proposed = new Map(document.metadata.map((record) => [record.id, record]));
  const settle = (id: string, stored: StoredProfile | undefined, ingest: IngestRules) => {
    const record = proposed.get(id);
    const merged = record ? mergedProfile(record, stored, ingest) : 'the document has no such record';
    return typeof merged === 'string' ? merged : metadataRow(merged);
  };
  const metadata = await mapInTurns(document.metadata, metadataRow);
  const nodes = await mapInTurns(document.nodes, ({ id, type, label, properties, hash }) => {
    return { id, type, label, hash, name: entityName(id, label), properties: canonicalJson(properties) };
  });
  const names = await mapInTurns([...named], (id): NamedRow => {
    return { id, type: typeOfId(id), name: entityName(id, null) };
  });
  const pieces = await mapInTurns(document.pieces, (piece) => pieceRow(namespace, piece));
  const links = await mapInTurns(document.edges, linkRow);
  return {
    metadata: metadata.sort(byId),
    nodes: nodes.sort(byId),
    named: names.sort(byId),
    pieces: pieces.sort(byId),
    links: links.sort((a, b) => compare(a.key, b.key)),
    proposal: rules && { replace: rules.replace, settle: (id, stored) => settle(id, stored, rules) },
  };
}

/** In an order in which each part finds what it names: entities, pieces with the entities that they name, relations. */
function partsOfChange(change: Omit<LayersChange, 'vectors'>, { whole, part }: Parts): Omit<LayersChange, 'vectors'>[] {
  const { metadata, nodes, named, pieces, links } = change;
  if (metadata.length + nodes.length + pieces.length + links.length <= whole) return [change];
  const none = { metadata: [], nodes: [], named: [], pieces: [], links: [] };
  const parts = <Row>(rows: readonly Row[]) => (rows.length === 0 ? [] : partsOf(rows, { whole: 0, part }));
  return [
    ...parts(metadata).map((rows) => ({ ...none, metadata: rows })),
    ...parts(nodes).map((rows) => ({ ...none, nodes: rows })),
    ...parts(pieces).map((rows) => {
      const names = new Set(rows.flatMap(({ entityId, mentions }) => [entityId ?? [], mentions].flat()));
      return { ...none, pieces: rows, named: named.filter(({ id }) => names.has(id)) };
    }),
    ...parts(links).map((rows) => ({ ...none, links: rows })),
  ];
}

function metadataRow({ id, type, properties, hash }: Omit<MetadataRecord, 'index'>): MetadataRow {
  return { id, type, hash, name: entityName(id, null), properties: canonicalJson(properties) };
}

function pieceRow(namespace: string, { id, hash, index: _, mentions, ...piece }: PieceRecord): PieceRow {
  const { title, content, embeddingText, knowledgeType, infoType, tags, entityId } = piece;
  const { session, position, occurredAt } = piece;
  const profile = pieceProfile(piece);
  const tokens = [...tags.map(tagToken), knowledgeTypeToken(knowledgeType), entityToken(entityId ?? '')];
  return {
    id,
    ref: `piece:${id}`,
    hash,
    entityId,
    mentions: mentions.toSorted(compare),
    properties: {
      title,
      text: embeddingText ?? content,
      content,
      embeddingText,
      knowledgeType,
      infoType,
      tags,
      entityId,
      session,
      position,
      occurredAt,
      profile: profile === 'factual' ? null : profile,
      facets: facetsOf({ namespace, kind: pieceKind.name, tokens }),
    },
  };
}

function linkRow(edge: EdgeRecord): LinkRow {
  const { sourceId, targetId, type, pieceId, properties } = edge;
  const keys = { key: edgeKey(edge), reverseKey: reverseEdgeKey(edge) };
  return { sourceId, targetId, type, pieceId, ...keys, properties: canonicalJson(properties) };
}
