import { Injectable, Logger } from '@nestjs/common';
import { Counter } from 'prom-client';
import { BatchLoader } from '../common/batch-loader.js';
import { type Caller, voiceOf } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { type ConnectionOf, decodeCursor, page } from '../common/connection.js';
import { BadUserInputError, ConflictError, LimitExceededError } from '../common/errors.js';
import { metrics } from '../common/metrics.js';
import { withRemark } from '../common/parts.js';
import { redactLongJson, redactLongText } from '../common/redact.task.js';
import { Workers } from '../common/workers/workers.js';
import type { SkippedRecord } from '../common/skipped-record.js';
import { byId } from '../common/text.js';
import { mapInTurns } from '../common/turns.js';
import { newId } from '../common/seeded-time.js';
import { Aliases } from '../search/aliases.service.js';
import { LlmClient } from '../llm/llm-client.js';
import { EmbeddingService } from '../search/embedding/embedding.service.js';
import { saveWithVectors } from '../search/embedding/save-with-vectors.js';
import { edgeKey, type EdgeRecord, type KnowledgeDocument, type PieceRecord, skip } from './document.js';
import type { CheckInToRecord } from './check-in.writer.js';
import { documentReply, type DocumentReply, INGEST_SYSTEM, ingestPrompt } from './ingest.prompt.js';
import type { CheckInsArgs, IngestTextArgs } from './layers.inputs.js';
import type { CheckIn, IngestReport, LoadReport } from './layers.model.js';
import { LayersRepository } from './layers.repository.js';
import { readLoaded, refuseSecrets } from './loaded-document.js';
import type { LinkOutcome, LinkRow } from './layers.statements.js';
import type { ContentState, Restoring } from '../knowledge/kind.js';
import { ChangeDoor, newChange, type NewChange } from '../versions/change.model.js';
import { UndoService } from '../versions/undo.service.js';
import { documentOfThings } from './written-back.js';
import { allowed, type IngestRules, proposedDocument } from './proposal.js';
import { changeOf, type ChangeOfLayers, type Parts, partsOfChange } from './layers.change.js';
import { LayersWriter, type SavedLayers } from './layers.writer.js';
import { MentionsWorker } from './mentions/mentions.worker.js';
import { AliasesNamed } from './merging/named.js';
import { NoveltyService } from './novelty/novelty.service.js';
import { TouchedService } from './novelty/touched.service.js';
import { namedEntities, type Resolved, resolvedDocument } from './merging/resolved.js';

/** Maximum attempts to write a document while entities that it refers to are being merged. */
const ATTEMPTS = 8;

/**
 * On a laptop, a transaction may use 256 MiB of memory. A piece needs 12 KiB of it, a node 4 KiB and a relation 2 KiB.
 */
const LOAD_PARTS: Parts = { whole: 10_000, part: 1_000 };

const records = new Counter({
  name: 'heartwood_knowledge_records_total',
  help: 'Records of loaded documents, by section and outcome',
  labelNames: ['section', 'outcome'] as const,
  registers: [metrics],
});
const checkIns = new Counter({
  name: 'heartwood_check_ins_total',
  help: 'Texts that were ingested, and check-ins that were undone',
  labelNames: ['what'] as const,
  registers: [metrics],
});

/** A chunk of a document whose text is ingested. */
export interface ChunkOfText {
  readonly id: string;
  /** Title of the document with the headings above the text, for the prompt. */
  readonly title: string;
}

/** Loads documents that people wrote or an LLM proposed, stores check-ins, and undoes them. */
@Injectable()
export class LoadingService {
  private readonly logger = new Logger(LoadingService.name);
  private readonly checkInsOfPieces = new BatchLoader(({ namespace }: { readonly namespace: string }, ids) =>
    this.repository.findCheckInsOfPieces(namespace, ids),
  );

  private readonly chunksOfPieces = new BatchLoader(({ namespace }: { readonly namespace: string }, ids) =>
    this.repository.findChunksOfPieces(namespace, ids),
  );

  constructor(
    private readonly repository: LayersRepository,
    private readonly writer: LayersWriter,
    private readonly embedding: EmbeddingService,
    private readonly llm: LlmClient,
    private readonly mentions: MentionsWorker,
    private readonly undoing: UndoService,
    private readonly clock: Clock,
    private readonly aliases: Aliases,
    private readonly novelty: NoveltyService,
    private readonly touched: TouchedService,
    private readonly workers: Workers,
  ) {}

  /**
   * Loads a document: up to 10,000 records in one transaction, more in transactions of 1,000 each, entities before pieces
   * before relations. Invalid records are skipped and reported; the others are stored. Repeating a load changes nothing.
   *
   * @param document { metadata, pieces, graph: { nodes, edges } }; sections may be absent
   * @param parts maximum number of records of one transaction, and the number per transaction if there are more
   * @throws LimitExceededError when the document or a part is too large for a transaction; the message says how many parts
   *   are stored
   */
  async loadKnowledge(
    caller: Caller,
    document: Readonly<Record<string, unknown>>,
    parts: Parts = LOAD_PARTS,
  ): Promise<LoadReport> {
    return this.load(caller, await this.superseding(caller.namespace, await readLoaded(document, this.workers)), {
      parts,
    });
  }

  /**
   * Lets the configured LLM convert free text into a document, and loads this document. The check-in stores text, reply
   * and document, linked to all records created from it. Existing records stay unchanged, unless the arguments permit
   * changes.
   *
   * @throws BadUserInputError when the text or its artifacts seem to contain a secret
   * @throws LlmUnavailableError when no LLM is configured, or it does not answer
   * @throws LlmRefusedError, LlmFilteredError when the LLM refuses the text, or a filter blocks its reply
   * @throws LlmCutOffError and LlmInvalidReplyError when the reply is still no complete document after `maxRetries` retries
   */
  ingestText(caller: Caller, args: IngestTextArgs): Promise<IngestReport> {
    return this.ingest(caller, args);
  }

  /**
   * Like `ingestText`, for a chunk of a document. The check-in is linked to the chunk.
   *
   * @param supersede runs after the reply and before the write, and undoes earlier readings of the chunk
   * @throws ChunkMoved if the chunk changed or was read in the meantime
   */
  ingestChunk(
    caller: Caller,
    args: Omit<IngestTextArgs, 'checkIn'>,
    chunk: ChunkOfText,
    supersede: () => Promise<void>,
  ): Promise<IngestReport> {
    return this.ingest(caller, { ...args, checkIn: true }, { chunk, supersede });
  }

  private async ingest(
    caller: Caller,
    args: IngestTextArgs,
    reading?: { readonly chunk: ChunkOfText; readonly supersede: () => Promise<void> },
  ): Promise<IngestReport> {
    const { agent, session } = voiceOf(caller);
    const { text, artifacts } = args;
    await refuseSecrets({ text, entityId: args.entityId, artifacts }, this.workers);
    const { namespace } = caller;
    const entityId = args.entityId === undefined ? undefined : await this.aliases.resolve(namespace, args.entityId);
    const rules = { ...args, entityId };
    const known = await this.touched.touchedBy(caller, text, entityId);
    const answer = await this.llm.complete({
      system: INGEST_SYSTEM,
      user: ingestPrompt(text, entityId, known, reading?.chunk.title),
      schema: documentReply,
      schemaName: 'knowledge_document',
      maxAttempts: args.maxRetries + 1,
    });
    const reply = (await redactLongJson(answer.value, this.workers)) as DocumentReply;
    await reading?.supersede();
    const entities = await this.touched.resolve(namespace, reply, known, entityId);
    const pieces = new Map(known.pieces.map((piece) => [piece.id, piece]));
    const document = proposedDocument(reply, text, entityId, { entities, pieces });
    const checkIn = args.checkIn
      ? {
          id: newId(this.clock.now().getTime()),
          text,
          reply: await redactLongText(answer.reply, this.workers),
          document: JSON.stringify(document),
          artifacts: artifacts === undefined ? null : JSON.stringify(artifacts),
          by: agent,
          session,
          chunk: reading && { id: reading.chunk.id, entityId: args.entityId ?? null },
        }
      : undefined;
    const read = await readLoaded(document, this.workers);
    const proposed = allowed(resolvedDocument(read, entities).document, rules);
    const load = await this.load(caller, proposed, { ingested: { rules, checkIn } });
    if (checkIn) checkIns.inc({ what: 'recorded' });
    return { document, load, attempts: answer.attempts, checkInId: checkIn?.id ?? null };
  }

  private async load(
    caller: Caller,
    read: KnowledgeDocument,
    {
      ingested,
      parts = LOAD_PARTS,
    }: {
      ingested?: { readonly rules: IngestRules; readonly checkIn: CheckInToRecord | undefined };
      parts?: Parts;
    },
  ): Promise<LoadReport> {
    const started = performance.now();
    const { namespace } = caller;
    const judged = await this.novelty.judge(caller, read, ingested && (() => true));
    const given = judged.document;
    const { duplicates, doubts: possibleSupersessions } = judged;
    const doubts = possibleSupersessions.map(({ newerId: newer, olderId: older, differences }) => {
      return { id: newId(this.clock.now().getTime()), newer, older, differences };
    });
    const changeAt = (now: Date) => {
      const door = ingested ? ChangeDoor.INGEST_TEXT : ChangeDoor.LOAD_KNOWLEDGE;
      const made = newChange(caller, door, now);
      // The change of an ingestion has the id of its check-in.
      return ingested?.checkIn ? { ...made, id: ingested.checkIn.id } : made;
    };
    const { change, document, saved } = await this.resolving(namespace, given, async (resolved) => {
      const change = { ...(await this.changeOf(namespace, resolved, ingested?.rules)), doubts };
      // A document proposed by an LLM is written in one part, because it is one check-in.
      const all = ingested ? [{ ...change, checkIn: ingested.checkIn }] : partsOfChange(change, parts);
      return { change, document: resolved.document, saved: await this.saveParts(namespace, all, changeAt) };
    });
    if (saved.unlinked) await this.mentions.settle(namespace, performance.now() - started);
    else this.mentions.giveWay();
    return { ...(await this.report(document, change.links, saved)), duplicates, possibleSupersessions };
  }

  /** Skips pieces that supersede a piece that does not exist, or a chunk of a document. */
  private async superseding(namespace: string, document: KnowledgeDocument): Promise<KnowledgeDocument> {
    const ids = document.pieces.flatMap(({ id, replaces }) => (replaces ? [id] : []));
    if (ids.length === 0) return document;
    const stored = await this.repository.findPieces(namespace, ids);
    const isWrong = ({ id, replaces }: PieceRecord) => replaces === true && stored.get(id)?.citation !== null;
    const reason = 'supersedes names no stored piece, or a chunk of a document';
    const skipped = document.pieces
      .filter(isWrong)
      .map(({ id, index }) => skip('pieces', index, id, 'supersedes', reason));
    const pieces = document.pieces.filter((piece) => !isWrong(piece));
    return { ...document, pieces, skipped: [...document.skipped, ...skipped] };
  }

  /**
   * Writes a document with ids of merged entities replaced by those of their merge targets. The aliases are read only
   * after a write has failed because it refers to an alias. This is checked under the lock of the namespace.
   */
  private async resolving<Result>(
    namespace: string,
    document: KnowledgeDocument,
    write: (resolved: Resolved) => Promise<Result>,
  ): Promise<Result> {
    for (let targets: ReadonlyMap<string, string> = new Map(), attempt = 1; ; attempt++) {
      try {
        return await write(resolvedDocument(document, targets));
      } catch (error) {
        if (!(error instanceof AliasesNamed) || attempt === ATTEMPTS) throw error;
        targets = await this.aliases.targetsOf(namespace, [...namedEntities(document)]);
      }
    }
  }

  private async changeOf(
    namespace: string,
    { document, added, addedNodes }: Resolved,
    rules: IngestRules | undefined,
  ): Promise<ChangeOfLayers> {
    const change = await changeOf(namespace, document, rules, added);
    if (addedNodes.size === 0) return change;
    const stored = await this.repository.findEntities(namespace, [...addedNodes]);
    // If a document describes an entity only under the id of a merged entity, it does not replace the node of the merge
    // target.
    const isThere = ({ id }: { readonly id: string }) => addedNodes.has(id) && stored.has(id);
    const bare = change.nodes.filter(isThere).map(({ id, type, name }) => ({ id, type, name }));
    const named = new Map([...bare, ...change.named].map((row) => [row.id, row]));
    return {
      ...change,
      nodes: change.nodes.filter((node) => !isThere(node)),
      named: [...named.values()].sort(byId),
    };
  }

  private async saveParts(
    namespace: string,
    parts: readonly ChangeOfLayers[],
    changeAt: (now: Date) => NewChange,
  ): Promise<SavedLayers> {
    const saved: SavedLayers[] = [];
    for (const part of parts) {
      saved.push(
        await this.save(namespace, part, changeAt).catch((error: unknown) => {
          if (saved.length > 0 && !(error instanceof AliasesNamed)) {
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
      unlinked: saved.some(({ unlinked }) => unlinked),
    };
  }

  /** Computes vectors of new and changed texts outside the transaction, then writes. */
  private async save(
    namespace: string,
    change: ChangeOfLayers,
    changeAt: (now: Date) => NewChange,
  ): Promise<SavedLayers> {
    const now = this.clock.now();
    const written = changeAt(now);
    const { pieces } = change;
    const stored = await this.repository.findPieceTexts(
      namespace,
      pieces.map(({ id }) => id),
    );
    const keeps = change.proposal?.replace === false;
    const texts = pieces.map(({ id, ref, replaces, properties: { title, text } }) => {
      const before = stored.get(id);
      return { ref, title, text, stored: before && keeps && !replaces ? { title, text } : before };
    });
    return saveWithVectors(this.embedding, texts, (vectors) =>
      this.writer.saveLayers(namespace, { ...change, vectors, change: written }, now),
    );
  }

  private async report(
    document: KnowledgeDocument,
    links: readonly LinkRow[],
    saved: SavedLayers,
  ): Promise<Omit<LoadReport, 'duplicates' | 'possibleSupersessions'>> {
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
      superseded: document.pieces.flatMap(({ id, replaces }) => (replaces ? [id] : [])),
      skipped,
    };
  }

  // ───────────────────────────── earlier versions ─────────────────────────────

  /**
   * Writes an earlier version of a piece, an entity or a relation back. Records that it does not contain are removed.
   *
   * @throws ConflictError when the version number is not the expected one, or the earlier content is no longer valid
   * @throws BadUserInputError when an edit is invalid
   */
  async restore({ caller, expected, isEdit = false }: Restoring, ref: string, state: ContentState): Promise<void> {
    const { namespace } = caller;
    const door = isEdit ? ChangeDoor.EDIT : ChangeDoor.RESTORE;
    const id = ref.slice(ref.indexOf(':') + 1);
    const { document: written, cleared } = documentOfThings([{ ref, id, becomes: state }]);
    const read = await readLoaded(written, this.workers);
    const [problem] = read.skipped;
    if (problem && isEdit) {
      const field = (problem.field ?? ref).replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      throw BadUserInputError.of(field, 'allowed', `${field}: ${problem.reason}`);
    }
    if (problem) throw new ConflictError(`What it said is not allowed any more: ${problem.reason}`);
    const saved = await this.resolving(namespace, read, async ({ document }) => {
      const change = {
        ...(await changeOf(namespace, document, undefined)),
        expected: (written: string) => (written === ref ? expected : undefined),
        cleared,
        isUnloaded: true,
      };
      return this.save(namespace, change, (now) => newChange(caller, door, now));
    });
    if (saved.unlinked) await this.mentions.settle(namespace);
    else this.mentions.giveWay();
  }

  // ───────────────────────────── check-ins ─────────────────────────────

  findCheckIn(namespace: string, id: string): Promise<CheckIn | undefined> {
    return this.repository.findCheckIn(namespace, id);
  }

  /**
   * Check-ins, newest first.
   *
   * @throws BadUserInputError when `after` is not a cursor of this list
   */
  async listCheckIns(namespace: string, { first, after, ...filter }: CheckInsArgs): Promise<ConnectionOf<CheckIn>> {
    const [behind] = decodeCursor(after, 'check-ins', ['string']) ?? [];
    return page({
      rows: await this.repository.listCheckIns(namespace, filter, behind, first + 1),
      first,
      after,
      order: 'check-ins',
      key: ({ id }) => [id],
      totalCount: () => this.repository.countCheckIns(namespace, filter),
    });
  }

  /** The last check-in that contained a piece; undefined if the piece was loaded. */
  checkInOf(namespace: string, pieceId: string): Promise<CheckIn | undefined> {
    return this.checkInsOfPieces.load({ namespace }, pieceId);
  }

  /** Id of the chunk of a document from which a piece was last read; undefined if there is none. */
  chunkOf(namespace: string, pieceId: string): Promise<string | undefined> {
    return this.chunksOfPieces.load({ namespace }, pieceId);
  }

  /** Deletes a check-in permanently, with the records that only this check-in contained. */
  async deleteCheckIn(caller: Caller, id: string): Promise<void> {
    const change = newChange(caller, ChangeDoor.UNDO_CHECK_IN, this.clock.now());
    await this.writer.undoCheckIn(caller.namespace, id, change);
    await this.mentions.settle(caller.namespace);
  }

  /**
   * Undoes a check-in. If no change is recorded for it (it changed nothing, or is older than the record of changes), the
   * records that only this check-in contained are deleted.
   *
   * @returns false if the check-in does not exist
   */
  async undoCheckIn(caller: Caller, id: string): Promise<boolean> {
    const { namespace } = caller;
    if (!(await this.repository.findCheckIn(namespace, id))) return false;
    if (await this.undoing.exists(caller, id)) {
      await this.undoing.undo(caller, id, ChangeDoor.UNDO_CHECK_IN);
    } else {
      await this.writer.undoCheckIn(namespace, id, newChange(caller, ChangeDoor.UNDO_CHECK_IN, this.clock.now()));
      await this.mentions.settle(namespace);
    }
    checkIns.inc({ what: 'undone' });
    return true;
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
