import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { BatchLoader } from '../common/batch-loader.js';
import { type Caller, inSession, voiceOf, witnessOf } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { type ConnectionOf, dateOfCursor, decodeCursor, page, type Page } from '../common/connection.js';
import { BadUserInputError, ConflictError, DatabaseReadOnlyError, NotFoundError } from '../common/errors.js';
import { hashOfParts } from '../common/hash.js';
import { TokenCounter } from '../common/workers/token-counter.js';
import { currentRedactions } from '../secrets/door.js';
import { newId } from '../common/seeded-time.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { EvidenceKind } from '../evidence/evidence.model.js';
import { Coalescer } from '../graph/write-coalescer.js';
import { EmbeddingService } from '../embedding/embedding.service.js';
import { memoryKind } from './memories.kind.js';
import type { SearchHit } from '../search/search.model.js';
import { SearchService } from '../search/search.service.js';
import { confidenceAt, RESTORED_CONFIDENCE, WEIGHTS } from './confidence.js';
import { fitting } from '../search/fitting.js';
import { archived, recorded, restored, used } from './memories.counters.js';
import type { JudgeMemoriesArgs, MemorySignalArgs, MemoryInput, MemorySearchArgs } from './memories.inputs.js';
import {
  type Memory,
  type MemoryFeedbackResult,
  type MemoryScope,
  MemoryScopeFilter,
  type MemorySearchResult,
  OutcomeFilter,
  type RecordedMemory,
  type SessionTurn,
  SignalKind,
} from './memories.model.js';
import { MemoryRemover } from './memories.remover.js';
import { type KeptMemory, MemoriesRepository, type SignalRow } from './memories.repository.js';
import type { RecordAnswer, RecordRow, SameTitle, Viewer } from './memories.statements.js';
import { foundMemory, messageOf, newerFirst } from './memories.text.js';
import { supersessionOf } from './superseding.js';
import { memoryOf, type RecordOptions, recordRow, shortened } from './record.js';
import { assertMayChange, assertMayShow } from './rights.js';
import { keyConflict, resultOf, type SignalReport } from './signal-report.js';
import { outcomeToken, scopesBelow, visibilityOf, visibleTo } from './scopes.js';
import { UseCounter } from './use-counter.js';

/** Arguments of `memorySearch`; only `query` is required. */
export type MemorySearch = Pick<MemorySearchArgs, 'query'> & Partial<MemorySearchArgs>;

/** A signal about a memory; without a kind, somebody said it. */
type MemorySignal = Omit<MemorySignalArgs, 'kind'> & Partial<MemorySignalArgs>;

/** Filter and page of a list of memories. */
export interface ListMemoriesOptions extends Page {
  readonly scope: MemoryScopeFilter;
  readonly archived: boolean;
}

/** Number of memories archived per transaction. */
const ARCHIVED_AT_ONCE = 500;

/**
 * Records, searches, judges, promotes and archives memories. Callers see only those of their project, team and
 * organisation.
 */
@Injectable()
export class MemoriesService implements OnApplicationShutdown {
  private readonly logger = new Logger(MemoriesService.name);
  private readonly records: Coalescer<RecordRow, RecordAnswer>;
  private readonly uses: UseCounter;
  private readonly byId = new BatchLoader(
    ({ namespace, visible }: { namespace: string; visible: readonly string[] }, ids) =>
      this.repository.find({ namespace, visible }, ids),
  );

  private readonly support = new BatchLoader((viewer: Viewer, ids) => this.repository.listSupport(viewer, ids));

  constructor(
    private readonly repository: MemoriesRepository,
    private readonly searching: SearchService,
    private readonly embedding: EmbeddingService,
    private readonly clock: Clock,
    private readonly remover: MemoryRemover,
    private readonly tokens: TokenCounter,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.records = new Coalescer('memories/record-memories', (rows) => this.recordTogether(rows), {
      lockKey: ({ namespace, titleKey }) => `${namespace}\u0000${titleKey}`,
      maxRows: config.WRITE_BATCH_MAX_ROWS,
      maxWaiting: config.WRITE_QUEUE_MAX_ROWS,
    });
    this.uses = new UseCounter(
      (rows) =>
        repository.countUses(rows).catch((error: unknown) => {
          // A read-only database cannot count uses: they are dropped, because keeping them would fill the memory.
          if (!(error instanceof DatabaseReadOnlyError)) throw error;
        }),
      (error) => this.logger.warn(`uses are counted later: ${error instanceof Error ? error.message : String(error)}`),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.usesStored();
  }

  // ───────────────────────────── recording ─────────────────────────────

  /**
   * Records a memory. Concurrent calls share one transaction and one request to the embedder, yet each succeeds or
   * fails on its own. To record many, use `Promise.allSettled(memories.map((memory) => record(…)))`.
   *
   * @throws ConflictError when the idempotency key was used for another memory
   */
  async record(caller: Caller, input: MemoryInput, options: RecordOptions = {}): Promise<RecordedMemory> {
    assertMayShow(caller, input.scope);
    const row = recordRow(caller, input, options, this.clock.now(), this.config);
    const answer = await (input.supersedes === undefined
      ? this.records.write(row)
      : this.superseding(caller, row, input.supersedes));
    if (answer.outcome === 'CONFLICT') {
      throw new ConflictError(`The idempotency key "${input.idempotencyKey}" was used for another memory`);
    }
    if (answer.outcome === 'UNDONE') {
      throw new ConflictError(`What was recorded under this key was undone; undo that, or record it under another key`);
    }
    const { initialConfidence, duplicateOf, sameTitle } = answer;
    if (answer.outcome === 'CREATED') {
      const source = options.sourceSession === undefined ? 'explicit' : 'distilled';
      recorded.inc({ source, duplicate: String(duplicateOf !== null) });
    }
    const { id, visibility } = row.memory;
    return {
      id,
      message: messageOf(answer),
      initialConfidence,
      // The memory is built from the row just written, which saves a read.
      memory:
        answer.outcome === 'CREATED'
          ? this.asOfNow(memoryOf(row, duplicateOf))
          : await this.owned(caller.namespace, id, visibility, caller),
      duplicateOf,
      sameTitle,
      redacted: [...currentRedactions()],
    };
  }

  /** Records a memory, and merges the one that it replaces into it, in one transaction. */
  private async superseding(caller: Caller, row: RecordRow, id: string): Promise<RecordAnswer> {
    const viewer = { namespace: caller.namespace, visible: visibleTo(caller) };
    const vectors = await this.embedding.prepare([row.memory]);
    return this.repository.supersede(viewer, row, vectors, id, (end) => supersessionOf(caller, row, id, end));
  }

  /** Embeds the rows in one request, and writes all of them. */
  private async recordTogether(rows: readonly RecordRow[]): Promise<readonly RecordAnswer[]> {
    const vectors = await this.embedding.prepare(
      rows.map(({ memory: { ref, title, text } }) => ({ ref, title, text })),
    );
    return this.repository.record(rows, vectors);
  }

  // ───────────────────────────── reading ─────────────────────────────

  /**
   * Searches memories, ranked by relevance × confidence × scope weight, and counts the results as used.
   *
   * @throws BadUserInputError when `first` is not in 1..MEMORY_SEARCH_MAX_LIMIT
   */
  async search(caller: Caller, request: MemorySearch): Promise<MemorySearchResult> {
    const { query, scope = MemoryScopeFilter.ALL, outcome = OutcomeFilter.ALL, tags } = request;
    const first = request.first ?? this.config.MEMORY_SEARCH_DEFAULT_LIMIT;
    const most = this.config.MEMORY_SEARCH_MAX_LIMIT;
    if (!Number.isInteger(first) || first < 1 || first > most) {
      throw BadUserInputError.of('first', 'max', `first must be a whole number from 1 to ${most}`);
    }
    const required = [
      ...(scope === MemoryScopeFilter.ALL ? [] : [visibleTo(caller, scope)]),
      ...(outcome === OutcomeFilter.ALL ? [] : [[outcomeToken(outcome)]]),
    ];
    const { hits: found, totalFound } = await this.searching.search(caller, {
      query,
      kinds: [memoryKind.name],
      filter: { minTrust: request.minConfidence ?? this.config.MEMORY_MIN_CONFIDENCE, tags },
      required: { [memoryKind.name]: required },
      first,
      // Seed 003 multiplies by the confidence itself. TRUST_GAMMA applies only to the search over all kinds.
      gamma: 1,
      minMatch: request.minMatch,
    });
    const hits = await fitting(found, request.maxTokens, this.tokens);
    const ids = hits.map(({ id }) => id);
    this.countUses(caller.namespace, ids);
    const same = await this.sameTitles(caller.namespace, ids);
    const all = hits.map(({ id, knowledge, score, explain }) => {
      const sameTitle = same.get(id)?.otherId ?? null;
      return { memory: knowledge as Memory, relevance: explain.relevance, score, sameTitle, explain };
    });
    const places = newerFirst(
      [...all.keys()],
      all.map(({ memory }) => memory),
    );
    const memories = places.flatMap((place) => all[place] ?? []);
    const answered = memories.map(({ memory, relevance }) => foundMemory(memory, relevance));
    return { memories, totalFound, tokensUsed: await this.tokens.count(JSON.stringify(answered)) };
  }

  /** The session turns that support a memory, in order, as far as the caller can see them. */
  async supportOf({ namespace, ...caller }: Caller, { id }: Pick<Memory, 'id'>): Promise<readonly SessionTurn[]> {
    return (await this.support.load({ namespace, visible: visibleTo(caller) }, id)) ?? [];
  }

  /** By id: the newest other memory of the scope with the same title and another outcome or content. */
  async sameTitles(namespace: string, ids: readonly string[]): Promise<ReadonlyMap<string, SameTitle>> {
    const found = await this.repository.sameTitles(namespace, ids);
    return new Map(found.map((one) => [one.id, one]));
  }

  /** Counts uses in the background; returns at once. */
  countUses(namespace: string, ids: readonly string[]): void {
    used.inc(ids.length);
    this.uses.add(namespace, ids);
  }

  /** Resolves when all uses counted so far are stored. */
  usesStored(): Promise<void> {
    return this.uses.flush();
  }

  /** Memories by id, with their confidence at this time, without those that the caller cannot see. */
  async findAll(caller: Caller, ids: readonly string[], withUndone = false): Promise<ReadonlyMap<string, Memory>> {
    const viewer = { namespace: caller.namespace, visible: visibleTo(caller) };
    const kept = await this.repository.find(viewer, ids, withUndone);
    return new Map([...kept].map(([id, memory]) => [id, this.asOfNow(memory)]));
  }

  /** The memories that come from none of these sessions. Their `trust` is their confidence. */
  async apart(
    { namespace }: Caller,
    memories: readonly Memory[],
    sessions: readonly string[],
  ): Promise<readonly Memory[]> {
    const ids = memories.map(({ id }) => id);
    const excluded = await this.repository.listFromSessions(namespace, ids, sessions);
    return memories.flatMap((memory) => (excluded.has(memory.id) ? [] : [{ ...memory, confidence: memory.trust }]));
  }

  /**
   * The memory with this id, or the one it was merged into.
   *
   * @returns undefined if the caller cannot see it
   */
  async find(caller: Caller, id: string): Promise<Memory | undefined> {
    const viewer = { namespace: caller.namespace, visible: visibleTo(caller) };
    const kept = await this.byId.load(viewer, id);
    if (!kept?.mergedInto) return kept && this.asOfNow(kept);
    const standing = await this.repository.standing(viewer, id);
    return standing === undefined ? undefined : this.find(caller, standing);
  }

  /**
   * The memories that the caller can see, newest first.
   *
   * @throws BadUserInputError when `after` is not a cursor of this list
   */
  async list(caller: Caller, { first, after, scope, archived }: ListMemoriesOptions): Promise<ConnectionOf<Memory>> {
    const viewer = { namespace: caller.namespace, visible: visibleTo(caller, scope) };
    const [time, id] = decodeCursor(after, 'memories', ['number', 'string']) ?? [];
    const behind = time === undefined || id === undefined ? null : { createdAt: dateOfCursor(time), id };
    const ids = await this.repository.list(viewer, { archived, after: behind, limit: first + 1 });
    const memories = await this.findAll(caller, ids);
    return page({
      rows: ids.flatMap((id) => memories.get(id) ?? []),
      first,
      after,
      order: 'memories',
      key: (memory) => [memory.createdAt.getTime(), memory.id],
      totalCount: () => this.repository.count(viewer, archived),
    });
  }

  /** The memories most similar to this one that the caller can see, including duplicates. */
  async similar(caller: Caller, { id, title, text }: Memory, first: number): Promise<SearchHit[]> {
    const { hits } = await this.searching.search(caller, {
      query: `${title}. ${text}`,
      kinds: [memoryKind.name],
      first: first + 1,
      withDuplicates: true,
    });
    return hits.filter((hit) => hit.id !== id).slice(0, first);
  }

  // ───────────────────────────── judging ─────────────────────────────

  /**
   * Records whether a memory helped, as somebody said or as events showed. Each call counts once: repeating an idempotency key returns the first answer.
   *
   * @throws NotFoundError when the caller cannot see the memory
   * @throws ConflictError when the key was used for something else
   */
  feedback(
    caller: Caller,
    { memoryId, helpful, comment, idempotencyKey, session, kind = SignalKind.EXPLICIT_FEEDBACK }: MemorySignal,
  ): Promise<MemoryFeedbackResult> {
    const report: SignalReport = { memoryId, kind: EvidenceKind[kind], positive: helpful, comment, idempotencyKey };
    return this.report(
      inSession(caller, session),
      report,
      kind === SignalKind.EXPLICIT_FEEDBACK ? 'Feedback' : 'Signal',
    );
  }

  /**
   * Records for several memories whether they helped, in one transaction: either all judgements are stored or none.
   *
   * @returns one answer per judgement, in order
   * @throws NotFoundError when the caller cannot see one of the memories
   * @throws ConflictError when the key was used for something else
   */
  async judge(
    from: Caller,
    { judgements, idempotencyKey, session }: JudgeMemoriesArgs,
  ): Promise<MemoryFeedbackResult[]> {
    const caller = inSession(from, session);
    await this.uses.flush();
    const reports = judgements.map(({ memoryId, helpful, comment }, place): SignalReport => {
      // One request has one key, so each entry's key also contains the memory and, if the request judges it
      // repeatedly, a count.
      const times = judgements.slice(0, place).filter((before) => before.memoryId === memoryId).length;
      return {
        memoryId,
        kind: EvidenceKind.EXPLICIT_FEEDBACK,
        positive: helpful,
        comment,
        idempotencyKey: idempotencyKey && `${times}:${idempotencyKey}`,
        formerKey: idempotencyKey && `${judgements.length}:${place}:${idempotencyKey}`,
      };
    });
    const answers = await this.repository.reportAll(
      reports.map((report) => this.signalOf(caller, report, 'Judgement')),
      (memoryId, answer) => {
        if (!answer) throw new NotFoundError('Memory', memoryId);
        if (answer.outcome === 'CONFLICT') throw keyConflict(idempotencyKey);
      },
    );
    return reports.flatMap((report, place) => {
      const answer = answers[place];
      return answer ? [resultOf(report, answer, 'Feedback')] : [];
    });
  }

  private async report(caller: Caller, input: SignalReport, what: string): Promise<MemoryFeedbackResult> {
    // The number of uses decides whether the memory is settled, so the uses waiting in this process are written
    // first.
    await this.uses.flush();
    const answer = await this.repository.report(this.signalOf(caller, input, what));
    if (!answer) throw new NotFoundError('Memory', input.memoryId);
    if (answer.outcome === 'CONFLICT') throw keyConflict(input.idempotencyKey);
    return resultOf(input, answer, what);
  }

  private signalOf(caller: Caller, input: SignalReport, what: string): SignalRow {
    const { memoryId, kind, positive, idempotencyKey } = input;
    const now = this.clock.now();
    const comment = shortened(input.comment);
    const formerKey = input.formerKey ?? idempotencyKey;
    const operation = `memory-${what.toLowerCase()}`;
    const project = encodeURIComponent(caller.project);
    return {
      namespace: caller.namespace,
      memoryId,
      formerId: formerKey === undefined ? null : `${operation}:${project}:${formerKey}`,
      visible: visibleTo(caller),
      now,
      requestHash: hashOfParts([memoryId, kind, positive, comment]),
      evidence: {
        // Prefixed with operation, memory and project, so that callers' keys cannot collide across them.
        id:
          idempotencyKey === undefined ? newId(now.getTime()) : `${operation}@${memoryId}:${project}:${idempotencyKey}`,
        kind,
        positive,
        weight: WEIGHTS[kind][positive ? 'positive' : 'negative'],
        ...witnessOf(caller),
        comment,
      },
    };
  }

  // ───────────────────────────── scope and archive ─────────────────────────────

  /**
   * Widens the scope of a memory to its team or organisation. It keeps its project and team, and records who promoted
   * it. Promoting to its present scope changes nothing.
   *
   * @throws NotFoundError when the caller cannot see the memory
   * @throws ForbiddenError when its scope is wider than a project and this caller is of another project, which may not
   * change it
   * @throws BadUserInputError when its scope is wider already
   */
  async promote(caller: Caller, asked: string, scope: MemoryScope): Promise<Memory> {
    const { namespace, project, agent } = caller;
    const memory = await this.get(caller, asked);
    const { id } = memory;
    assertMayChange(caller, id, memory);
    const visibility = visibilityOf(scope, memory);
    const outcome = await this.repository.promote({
      namespace,
      visible: visibleTo(caller),
      id,
      scope,
      visibility,
      lower: scopesBelow(scope),
      agent: agent ?? null,
      project,
      now: this.clock.now(),
    });
    if (!outcome) throw new NotFoundError('Memory', id);
    if (outcome === 'LOWER') {
      throw BadUserInputError.of(
        'scope',
        'isWider',
        `Memory "${id}" is seen by more than ${scope}; a scope is only raised`,
      );
    }
    // If another team of the project recorded the memory, the caller may no longer be able to see it in its new scope.
    return this.owned(namespace, id, visibility, caller);
  }

  /**
   * Restores a memory from the archive with a confidence of at least 0.5. A memory that is not archived stays
   * unchanged.
   *
   * @throws NotFoundError when the caller cannot see the memory
   * @throws ForbiddenError when its scope is wider than a project and this caller is of another project, which may not
   * change it
   */
  async restore(caller: Caller, asked: string): Promise<Memory> {
    const { namespace } = caller;
    const before = await this.get(caller, asked);
    const { id } = before;
    assertMayChange(caller, id, before);
    const now = this.clock.now();
    const found = await this.repository.restore({ namespace, visible: visibleTo(caller) }, id, now, {
      id: newId(now.getTime()),
      kind: EvidenceKind.RESTORED,
      positive: true,
      weight: RESTORED_CONFIDENCE,
      ...voiceOf(caller),
      comment: null,
    });
    if (!found) throw new NotFoundError('Memory', id);
    if (before.archivedAt) restored.inc();
    return this.get(caller, id);
  }

  /**
   * Deletes a memory with its evidence, its versions, the copies in context receipts, and the memories that were
   * merged into it. A memory that was merged into another one can be deleted without the other.
   *
   * @returns false if the caller cannot see the memory
   * @throws ForbiddenError when its scope is wider than a project and this caller is of another project, which may not
   * change it
   */
  async delete(caller: Caller, id: string): Promise<boolean> {
    const viewer = { namespace: caller.namespace, visible: visibleTo(caller) };
    const [found] = await this.repository.sight(viewer, [`memory:${id}`]);
    if (!found?.seen) return false;
    assertMayChange(caller, id, found);
    return this.remover.remove(viewer, id, caller);
  }

  /** Archives all memories of all namespaces whose confidence is under the threshold now, and returns how many. */
  async archiveFallen(goOn: () => Promise<boolean> = () => Promise.resolve(true)): Promise<number> {
    const now = this.clock.now();
    let total = 0;
    for (;;) {
      const count = await this.repository.archiveFallen(now, ARCHIVED_AT_ONCE);
      archived.inc(count);
      total += count;
      if (count < ARCHIVED_AT_ONCE || !(await goOn())) return total;
    }
  }

  /** @throws NotFoundError when the caller cannot see the memory */
  async get(caller: Caller, id: string): Promise<Memory> {
    const memory = await this.find(caller, id);
    if (!memory) throw new NotFoundError('Memory', id);
    return memory;
  }

  /** Reads a memory that the caller has just written, even if the caller can no longer see it. */
  private async owned(namespace: string, id: string, visibility: string, caller: Caller): Promise<Memory> {
    const kept = await this.byId.load({ namespace, visible: [visibility, ...visibleTo(caller)] }, id);
    if (!kept) throw new NotFoundError('Memory', id);
    return this.asOfNow(kept);
  }

  private asOfNow({ kept, ...memory }: KeptMemory): Memory {
    const confidence = confidenceAt(kept, this.clock.now());
    return { ...memory, confidence, trust: confidence };
  }
}
