import { Inject, Injectable } from '@nestjs/common';
import { type NewAct, record } from '../audit/recording.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { Ledger, type RetractionRow } from '../evidence/ledger.js';
import { CONSENSUS_WINDOW_MS } from '../evidence/evidence.model.js';
import type { LedgerAnswer, LedgerRow, Observation } from '../evidence/ledger.statements.js';
import { voiceOf } from '../evidence/policies/consensus.js';
import type { Policy, Standing } from '../evidence/policy.js';
import { inOrder } from '../graph/in-order.js';
import { LastingConflictError } from '../common/errors.js';
import { rounds } from '../common/rounds.js';
import { inChunks } from '../graph/chunks.js';
import type { NewChange } from '../versions/change.model.js';
import { VersionKeeper } from '../versions/keeping.service.js';
import type { KeptState, UndoneThing } from '../versions/undo.model.js';
import { vectorsOf } from '../embedding/save-with-vectors.js';
import { GraphService, type GraphTransaction } from '../graph/graph.service.js';
import { Coalescer } from '../graph/write-coalescer.js';
import { EmbeddingService, type PreparedVectors } from '../embedding/embedding.service.js';
import { memoryTrust } from './confidence.js';
import { memoryKind } from './memories.kind.js';
import type { Memory, SessionTurn } from './memories.model.js';
import {
  archiveFallen,
  countMemories,
  countUses,
  deleteMemory,
  editMemories,
  type EditRow,
  findEnds,
  findMemories,
  findStanding,
  listBrokenMerges,
  listFromSessions,
  hideMemories,
  listMemories,
  listMerged,
  listReplacedSignals,
  listSameTitles,
  type SameTitle,
  listMergeHolds,
  listSight,
  listSupportingTurns,
  lockMemories,
  type MergeEnd,
  promoteMemory,
  type PromoteRow,
  type RecordAnswer,
  recordMemories,
  type RecordRow,
  restoreMemory,
  reviveMemories,
  type Sight,
  type UseRow,
  type Viewer,
} from './memories.statements.js';

/** A memory as stored. Its confidence is computed on reading, because it decays with time. */
export type KeptMemory = Omit<Memory, 'trust' | 'confidence'> & { readonly kept: Standing };

/** Filter and position of a page of memories, newest first. */
export interface MemoryPage {
  readonly archived: boolean;
  readonly after: { readonly createdAt: Date; readonly id: string } | null;
  readonly limit: number;
}

/** A signal that a caller reports about a memory. */
export type SignalRow = Viewer &
  Omit<LedgerRow, 'ref'> & {
    readonly memoryId: string;
    /**
     * Id under which version 0.2.0 would have recorded this report; null without an idempotency key. It identifies
     * repeats of reports that version 0.2.0 recorded.
     */
    readonly formerId: string | null;
  };

/** A change of existing memories. */
export interface Edit {
  /** Sorted by id. */
  readonly rows: readonly EditRow[];
  readonly change: NewChange;
  readonly expected: (ref: string) => number | undefined;
  readonly vectors: PreparedVectors;
  /** Memories that an undo removes. Memories that it brings back are contained in `rows`. */
  readonly undo?: readonly (UndoneThing & { readonly was: KeptState })[];
}

/** Reads and writes memories. Signals about the same memory share a transaction. */
@Injectable()
export class MemoriesRepository {
  private readonly trust: Policy;
  /** What a consensus counts. */
  private readonly unit: Config['MEMORY_CONSENSUS_OF'];
  private readonly signals: Coalescer<SignalRow, LedgerAnswer | undefined>;

  constructor(
    private readonly graph: GraphService,
    private readonly embedding: EmbeddingService,
    private readonly ledger: Ledger,
    private readonly versions: VersionKeeper,
    @Inject(CONFIG) config: Config,
  ) {
    this.trust = memoryTrust(config);
    this.unit = config.MEMORY_CONSENSUS_OF;
    this.signals = new Coalescer('memories/report-signals', (rows) => this.reportTogether(rows), {
      lockKey: ({ namespace, memoryId }) => `${namespace}\u0000${memoryId}`,
      maxRows: config.WRITE_BATCH_MAX_ROWS,
      maxWaiting: config.WRITE_QUEUE_MAX_ROWS,
    });
  }

  /**
   * Records memories in one transaction, each with its vector.
   *
   * @param vectors vectors of `rows`, in the same order
   * @returns one answer per row
   */
  record(rows: readonly RecordRow[], vectors: PreparedVectors): Promise<RecordAnswer[]> {
    return this.graph.transaction((transaction) => this.recordIn(transaction, rows, vectors));
  }

  /**
   * Records a memory that replaces another one, in one transaction.
   *
   * @param id of the memory that is replaced
   * @param decide called once that memory is locked, with undefined if the caller cannot see it; it returns the row that merges
   * it into the new one, or undefined if it was merged before
   */
  supersede(
    viewer: Viewer,
    row: RecordRow,
    vectors: PreparedVectors,
    id: string,
    decide: (end: MergeEnd | undefined) => EditRow | undefined,
  ): Promise<RecordAnswer> {
    return this.graph.transaction(async (transaction) => {
      const [end] = await transaction.run(findEnds, { ...viewer, ids: [id] });
      const edit = decide(end);
      const [answer] = await this.recordIn(transaction, [row], vectors);
      if (edit && answer?.outcome === 'CREATED') await this.mergeIn(transaction, viewer.namespace, row.change, [edit]);
      if (!answer) throw new Error('a row that was written has an answer');
      return answer;
    });
  }

  private async recordIn(
    transaction: GraphTransaction,
    rows: readonly RecordRow[],
    vectors: PreparedVectors,
  ): Promise<RecordAnswer[]> {
    const numbered = rows.map((row, n) => ({ ...row, n }));
    const answers = inOrder(await transaction.run(recordMemories, { rows: numbered }), rows.length);
    const created = numbered.filter(({ n }) => answers[n]?.outcome === 'CREATED');
    for (const namespace of new Set(created.map((row) => row.namespace))) {
      const own = created.flatMap((row) => (row.namespace === namespace ? (vectors.rows[row.n] ?? []) : []));
      const touched = created.flatMap(({ memory: { ref }, change, ...row }) =>
        row.namespace === namespace ? [{ ref, change }] : [],
      );
      await Promise.all([
        this.embedding.attach(transaction, namespace, { model: vectors.model, rows: own }),
        this.versions.created(transaction, { namespace, of: memoryKind, touched }),
      ]);
    }
    return answers.map(
      (answer) => answer ?? { outcome: 'UNDONE', duplicateOf: null, sameTitle: null, initialConfidence: 0 },
    );
  }

  private async mergeIn(
    transaction: GraphTransaction,
    namespace: string,
    change: NewChange,
    rows: readonly EditRow[],
  ): Promise<void> {
    const touched = rows.map(({ id }) => ({ ref: `memory:${id}`, change }));
    await this.versions.around(transaction, { namespace, of: memoryKind, touched }, () =>
      transaction.run(editMemories, { namespace, now: change.at, change: change.id, rows }),
    );
  }

  /**
   * Writes new content of memories in one transaction, and hides memories that an undo removes.
   *
   * @param vectors vectors of all rows, in the same order
   * @throws ConflictError when the version of a memory differs from the expected one; then nothing is written
   */
  edit(
    namespace: string,
    { rows, change, expected, vectors, undo }: Edit,
    begin: (transaction: GraphTransaction) => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    return this.graph.transaction(async (transaction) => {
      await begin(transaction);
      if (undo) {
        await this.versions.going(transaction, { namespace, of: memoryKind }, change, undo);
        const ids = undo.map(({ id }) => id);
        await inChunks(ids, (chunk) => transaction.run(hideMemories, { namespace, ids: chunk }));
      }
      const touched = rows.map(({ id }) => ({ ref: `memory:${id}`, change, expected: expected(`memory:${id}`) }));
      const refs = touched.map(({ ref }) => ref);
      const saved = await this.versions.around(transaction, { namespace, of: memoryKind, touched }, async () => {
        const revived = undo
          ? await inChunks(refs, (chunk) => transaction.run(reviveMemories, { namespace, refs: chunk }))
          : [];
        const edited = await inChunks(rows, (chunk) =>
          transaction.run(editMemories, { namespace, now: change.at, change: change.id, rows: chunk }),
        );
        return [...revived, ...edited.filter(({ textChanged }) => textChanged)];
      });
      if (undo) await this.checkMerges(transaction, namespace, rows);
      const changed = [...new Set(saved.map(({ ref }) => ref))];
      await this.embedding.attach(transaction, namespace, vectorsOf(changed, vectors));
    });
  }

  /**
   * Writes the merge of two memories in one transaction.
   *
   * @param ids ids of both, sorted
   * @param decide called as soon as both memories are locked; it returns the rows to write, or the earlier change that
   * merged them already
   * @returns the earlier change that merged the memories; undefined if this call merged them
   */
  merge(
    viewer: Viewer,
    ids: readonly string[],
    change: NewChange,
    decide: (ends: readonly MergeEnd[]) => readonly EditRow[] | string,
  ): Promise<string | undefined> {
    return this.graph.transaction(async (transaction) => {
      const { namespace } = viewer;
      const rows = decide(await transaction.run(findEnds, { ...viewer, ids }));
      if (typeof rows === 'string') return rows;
      await this.mergeIn(transaction, namespace, change, rows);
      return undefined;
    });
  }

  /** @throws LastingConflictError if a restored merge refers to a memory that does not exist */
  private async checkMerges(transaction: GraphTransaction, namespace: string, rows: readonly EditRow[]): Promise<void> {
    const ids = rows.flatMap(({ id, memory }) => (memory.mergedInto === null ? [] : [id]));
    const [broken] = await inChunks(ids, (chunk) => transaction.run(listBrokenMerges, { namespace, ids: chunk }));
    if (!broken) return;
    throw new LastingConflictError(
      `"${broken.into}" was merged or deleted since "${broken.id}" was merged into it; nothing was changed`,
    );
  }

  /** For each of these memories, the newest other one of its scope with its title and other content. */
  sameTitles(namespace: string, ids: readonly string[]): Promise<SameTitle[]> {
    return inChunks(ids, (chunk) => this.graph.run(listSameTitles, { namespace, ids: chunk }));
  }

  /** The id of the memory, or of the one it was merged into; undefined if the caller cannot see it. */
  async standing(viewer: Viewer, id: string): Promise<string | undefined> {
    const [found] = await this.graph.run(findStanding, { ...viewer, id });
    return found?.id;
  }

  /**
   * Finds out into which of these memories other memories are merged. Merges of the memories in `without` are ignored.
   */
  mergeHolds(namespace: string, refs: readonly string[], without: readonly string[]) {
    return inChunks(refs, (chunk) => this.graph.run(listMergeHolds, { namespace, refs: chunk, without }));
  }

  /** Ids of the memories merged into this one, directly or through other merges. */
  async merged(namespace: string, id: string): Promise<string[]> {
    return (await this.graph.run(listMerged, { namespace, id })).map((found) => found.id);
  }

  /**
   * Owner and visibility of these memories. Memories that an undo removed are included; memories that never existed are
   * absent.
   */
  sight(viewer: Viewer, refs: readonly string[]): Promise<Sight[]> {
    return inChunks(refs, (chunk) => this.graph.run(listSight, { ...viewer, refs: chunk }));
  }

  /** @returns undefined if the caller cannot see the memory */
  report(row: SignalRow): Promise<LedgerAnswer | undefined> {
    return this.signals.write(row);
  }

  /**
   * Reports several signals in one transaction, which is rolled back if `check` throws.
   *
   * @param check receives the answers before the commit
   * @returns one answer per row, in order
   */
  async reportAll(
    rows: readonly SignalRow[],
    check: (memoryId: string, answer: LedgerAnswer | undefined) => void,
  ): Promise<LedgerAnswer[]> {
    return this.graph.transaction(async (transaction) => {
      const refs = rows.map(({ namespace, memoryId }) => ({ namespace, ref: `memory:${memoryId}` }));
      await this.ledger.lock(transaction, refs);
      const answers = await this.reportIn(transaction, rows);
      rows.forEach(({ memoryId }, n) => check(memoryId, answers[n]));
      return answers.filter((answer) => answer !== undefined);
    });
  }

  async countUses(rows: readonly UseRow[]): Promise<void> {
    await this.graph.run(countUses, { rows });
  }

  /** Memories by id. Those that the caller cannot see are absent. */
  async find(viewer: Viewer, ids: readonly string[], withUndone = false): Promise<Map<string, KeptMemory>> {
    const rows = await this.graph.run(findMemories, { ...viewer, ids, withUndone });
    return new Map(
      rows.map(({ memory: { trust, decaysSince: since, ...memory }, promotions }) => [
        memory.id,
        { ...memory, kind: memory.kind, promotions, kept: { trust, since } },
      ]),
    );
  }

  /** Ids of the memories that were distilled from or recorded in one of these sessions. */
  async listFromSessions(
    namespace: string,
    ids: readonly string[],
    sessions: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const rows = await this.graph.run(listFromSessions, { namespace, ids, sessions });
    return new Set(rows.map(({ id }) => id));
  }

  /** The supporting session turns that the caller can see, by memory id. */
  async listSupport(viewer: Viewer, ids: readonly string[]): Promise<Map<string, readonly SessionTurn[]>> {
    const rows = await this.graph.run(listSupportingTurns, { ...viewer, ids });
    return new Map(rows.map(({ id, turns }) => [id, turns]));
  }

  /** Ids, newest first. */
  async list(viewer: Viewer, { archived, after, limit }: MemoryPage): Promise<string[]> {
    const rows = await this.graph.run(listMemories, {
      ...viewer,
      archived,
      limit,
      beforeTime: after?.createdAt ?? null,
      afterId: after?.id ?? null,
    });
    return rows.map(({ id }) => id);
  }

  async count(viewer: Viewer, archived: boolean): Promise<number> {
    const [row] = await this.graph.run(countMemories, { ...viewer, archived });
    return row?.total ?? 0;
  }

  async promote(row: PromoteRow): Promise<'PROMOTED' | 'UNCHANGED' | 'LOWER' | undefined> {
    const [answer] = await this.graph.run(promoteMemory, row);
    return answer?.outcome;
  }

  /** @returns false if the caller cannot see the memory */
  async restore({ namespace, visible }: Viewer, id: string, now: Date, evidence: Observation): Promise<boolean> {
    return this.graph.transaction(async (transaction) => {
      const [found] = await transaction.run(restoreMemory, { namespace, visible, id, now });
      const entry = { namespace, ref: `memory:${id}`, now, evidence, requestHash: null };
      if (found?.restored) await this.ledger.record(transaction, this.trust, [entry]);
      return found !== undefined;
    });
  }

  /**
   * @param merged ids of the memories that were merged into this memory; they are deleted, too
   * @returns false if the caller cannot see the memory
   */
  async delete(
    viewer: Viewer,
    id: string,
    { merged, act, archivedBefore }: { merged: readonly string[]; act: NewAct; archivedBefore: Date | null },
  ): Promise<boolean> {
    return this.graph.transaction(async (transaction) => {
      const { namespace } = viewer;
      const [found] = await transaction.run(listSight, { ...viewer, refs: [`memory:${id}`] });
      if (found?.undone && found.seen) await transaction.run(reviveMemories, { namespace, refs: [found.ref] });
      const isDeleted = (await transaction.run(deleteMemory, { ...viewer, id, archivedBefore })).length > 0;
      if (!isDeleted) return false;
      for (const source of merged) await transaction.run(deleteMemory, { ...viewer, id: source, archivedBefore: null });
      await this.versions.forget(
        transaction,
        namespace,
        [id, ...merged].map((gone) => `memory:${gone}`),
      );
      await record(transaction, [act]);
      return isDeleted;
    });
  }

  /** Archives at most `limit` memories whose confidence is under the threshold, and returns how many. */
  async archiveFallen(now: Date, limit: number): Promise<number> {
    const [row] = await this.graph.run(archiveFallen, { now, limit });
    return row?.archived ?? 0;
  }

  private reportTogether(rows: readonly SignalRow[]): Promise<(LedgerAnswer | undefined)[]> {
    return this.graph.transaction((transaction) => this.reportIn(transaction, rows));
  }

  /** Records signals; rows whose memory the caller cannot see get no answer. */
  private async reportIn(
    transaction: GraphTransaction,
    rows: readonly SignalRow[],
  ): Promise<(LedgerAnswer | undefined)[]> {
    const asked = rows.map(({ namespace, memoryId, visible, formerId }, n) => {
      return { n, namespace, memoryId, visible, formerId };
    });
    const seen = new Map((await transaction.run(lockMemories, { rows: asked })).map(({ n, ...found }) => [n, found]));
    const entries = rows.flatMap(({ namespace, now, evidence, requestHash, formerId }, n) => {
      const found = seen.get(n);
      if (!found) return [];
      const id = formerId !== null && found.former ? formerId : evidence.id;
      return [{ n, namespace, ref: `memory:${found.id}`, now, evidence: { ...evidence, id }, requestHash }];
    });
    // The design that the service was built from counts signals, not voices. What a voice says twice in one request is
    // replaced as well.
    const isReplacing = this.unit !== 'signals';
    const parts = isReplacing ? rounds(entries, (entry) => spokenBy(entry, this.unit)) : [entries];
    const answers = rows.map((): LedgerAnswer | undefined => undefined);
    for (const part of parts) {
      if (isReplacing) await this.retractReplaced(transaction, part);
      const recorded = await this.ledger.record(transaction, this.trust, part);
      for (const [index, { n }] of part.entries()) answers[n] = recorded[index];
    }
    return answers;
  }

  /**
   * Retracts what the voices of these signals said before about the same memories, of the same kind and within the
   * window, so that a voice counts once.
   */
  private async retractReplaced(transaction: GraphTransaction, signals: readonly LedgerRow[]): Promise<void> {
    const asked = signals.map(({ namespace, ref, now, evidence: { id, kind, agent, session = null } }, n) => {
      const since = new Date(now.getTime() - CONSENSUS_WINDOW_MS);
      return { n, namespace, ref, id, kind, agent, session, anySession: this.unit === 'agents', since };
    });
    const replaced = await transaction.run(listReplacedSignals, { rows: asked });
    await this.ledger.retract(
      transaction,
      replaced.flatMap(({ n, ids }): RetractionRow[] => {
        const signal = signals[n];
        if (!signal) return [];
        const { namespace, ref, now, evidence } = signal;
        const { agent, session = null } = evidence;
        const said = { id: `retract:${ids[0] ?? ''}`, agent, session, comment: 'The same voice said something later.' };
        return [{ namespace, ref, policy: this.trust, now, retracts: ids, evidence: said }];
      }),
    );
  }
}

/** Equal for signals of the same kind by the same voice about the same memory. */
function spokenBy({ namespace, ref, evidence }: LedgerRow, unit: Config['MEMORY_CONSENSUS_OF']): string {
  return JSON.stringify([namespace, ref, evidence.kind, voiceOf(evidence, unit)]);
}
