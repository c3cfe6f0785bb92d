import { Injectable } from '@nestjs/common';
import { BatchLoader } from '../common/batch-loader.js';
import { Clock } from '../common/clock.js';
import { type ConnectionOf, decodeCursor, page } from '../common/connection.js';
import { CONSENSUS_WINDOW_MS, type Evidence, type ObservedEvidence, type TrustPoint } from './evidence.model.js';
import { LimitExceededError } from '../common/errors.js';
import { EvidenceRepository } from './evidence.repository.js';
import type { ObservationFilter } from './evidence.statements.js';
import { type Entry, MAX_FOLDED, type Policy, type Standing } from './policy.js';

/** Number of observations that one statement reads. */
const READ_AT_ONCE = 100;

/** Origins of entries: sessions, and work such as plans and tasks. */
export interface EntryOrigins {
  readonly sessions: readonly string[];
  readonly plans: readonly string[];
  readonly tasks: readonly string[];
  readonly receipts: readonly string[];
}

/** Ids of the evidence and learnings of one node that came from the given origins. */
export interface OriginEntries {
  readonly entryIds: ReadonlySet<string>;
  readonly learningIds: ReadonlySet<string>;
}

/** A ledger with the entries to leave out. */
export interface PartOfLedger {
  readonly ref: string;
  readonly policy: Policy;
  /** Ids of the entries to leave out. */
  readonly without: ReadonlySet<string>;
}

/** Reads observations of knowledge of any kind. Calls in the same turn of the event loop share a statement. */
@Injectable()
export class EvidenceService {
  private readonly pages = new BatchLoader(
    ({ namespace, afterSequence, limit }: { namespace: string; afterSequence: number | null; limit: number }, refs) =>
      this.repository.list(namespace, refs, afterSequence, limit, this.expired()),
  );
  private readonly totals = new BatchLoader(({ namespace }: { namespace: string }, refs) =>
    this.repository.count(namespace, refs),
  );
  private readonly points = new BatchLoader(({ namespace, limit }: { namespace: string; limit: number }, refs) =>
    this.repository.listTrustPoints(namespace, refs, limit),
  );
  private readonly curves = new BatchLoader(
    ({ namespace, intervals }: { namespace: string; intervals: number }, refs) =>
      this.repository.listTrustCurve(namespace, refs, intervals),
  );
  private readonly beginnings = new BatchLoader(({ namespace }: { namespace: string }, refs) =>
    this.repository.listInitialTrust(namespace, refs),
  );

  constructor(
    private readonly repository: EvidenceRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Observations of one piece of knowledge, newest first; empty for an unknown ref.
   *
   * @throws BadUserInputError when `after` is not a cursor of this list
   */
  async list(namespace: string, ref: string, first: number, after?: string): Promise<ConnectionOf<Evidence>> {
    const [afterSequence] = decodeCursor(after, 'evidence', ['number']) ?? [null];
    const rows = (await this.pages.load({ namespace, afterSequence, limit: first + 1 }, ref)) ?? [];
    return page({
      rows,
      first,
      after,
      order: 'evidence',
      key: ({ sequence }) => [sequence],
      totalCount: async () => (await this.totals.load({ namespace }, ref)) ?? 0,
    });
  }

  /**
   * Reads observations of all knowledge, newest first, page by page.
   *
   * @yields observations, including those that the caller may not see
   */
  async *observed(
    namespace: string,
    filter: ObservationFilter & { readonly since: Date },
    from: { readonly at: Date; readonly id: string } | undefined,
  ): AsyncGenerator<readonly ObservedEvidence[]> {
    for (let behind = from; ;) {
      const found = await this.repository.listObservations(namespace, filter, behind, READ_AT_ONCE, this.expired());
      yield found;
      behind = found.at(-1)?.evidence;
      if (found.length < READ_AT_ONCE) return;
    }
  }

  /**
   * The latest values of a trust, oldest first; the last one is current. The list starts with the initial trust if it
   * contains all changes.
   */
  async trustHistory(namespace: string, ref: string, last: number): Promise<TrustPoint[]> {
    const [changes = [], beginning] = await Promise.all([
      this.points.load({ namespace, limit: last }, ref),
      this.beginnings.load({ namespace }, ref),
    ]);
    const points = changes.toReversed();
    return beginning && points.length < last ? [beginning, ...points] : points;
  }

  /**
   * The whole history of a trust, oldest first, for a chart: the initial trust, the first and the last change, and the
   * lowest and highest value of each interval between them.
   *
   * @param points maximum number of values, at least 5
   */
  async trustCurve(namespace: string, ref: string, points: number): Promise<TrustPoint[]> {
    // Three values are the initial one and the first and last change; each interval has two.
    const intervals = Math.floor((points - 3) / 2);
    const [changes = [], beginning] = await Promise.all([
      this.curves.load({ namespace, intervals }, ref),
      this.beginnings.load({ namespace }, ref),
    ]);
    return beginning ? [beginning, ...changes] : changes;
  }

  /**
   * Finds which of these nodes have entries from the given origins.
   *
   * @returns ids of these entries, and of the learnings recorded with them, by ref
   */
  async cameFrom(
    namespace: string,
    refs: readonly string[],
    { sessions, plans, tasks, receipts }: EntryOrigins,
  ): Promise<ReadonlyMap<string, OriginEntries>> {
    const none = { planId: null, taskId: null, receiptId: null };
    const works = [
      ...plans.map((id) => ({ ...none, prefix: `report-step:${id}:`, planId: id })),
      ...tasks.map((id) => ({ ...none, prefix: `task:${id}:`, taskId: id })),
      ...receipts.map((id) => ({ ...none, prefix: `outcome:${id}:`, receiptId: id })),
    ];
    const rows = await this.repository.listEntriesOf(namespace, refs, sessions, works);
    return new Map(
      rows.map(({ ref, entryIds, learningIds }) => [
        ref,
        { entryIds: new Set(entryIds), learningIds: new Set(learningIds) },
      ]),
    );
  }

  /**
   * Computes trusts as if some entries were missing, by the same rules as a retraction.
   *
   * @param at time whose ledger is folded; default the present one
   * @returns the resulting standings, by ref
   * @throws LimitExceededError when more than 50,000 entries would have to be folded
   */
  async foldWithout(
    namespace: string,
    ledgers: readonly PartOfLedger[],
    at?: Date,
  ): Promise<ReadonlyMap<string, Standing>> {
    const refs = ledgers.map(({ ref }) => ref);
    const [rows, begun] = await Promise.all([
      this.repository.listLedgers(namespace, refs, MAX_FOLDED + 1),
      this.repository.listInitialTrust(namespace, refs),
    ]);
    if (rows.length > MAX_FOLDED) {
      throw new LimitExceededError(
        `More than ${MAX_FOLDED} observations would have to be folded anew; ask for fewer hits`,
      );
    }
    const entries = new Map<string, Entry[]>(refs.map((ref) => [ref, []]));
    for (const { ref, entry } of rows) entries.get(ref)?.push(entry);
    return new Map(
      ledgers.flatMap(({ ref, policy, without }): [string, Standing][] => {
        const initial = begun.get(ref);
        if (!initial) return [];
        const all = entries.get(ref) ?? [];
        const known = at ? knownAt(all, at) : all;
        return [[ref, policy.fold({ trust: initial.trust, since: initial.at }, known, without)]];
      }),
    );
  }

  private expired(): Date {
    return new Date(this.clock.now().getTime() - CONSENSUS_WINDOW_MS);
  }
}

/** The entries of a ledger that were recorded by a time, in the state in which they were then. */
function knownAt(entries: readonly Entry[], at: Date): Entry[] {
  const known = entries.filter((entry) => entry.at <= at);
  const ids = new Set(known.map(({ id }) => id));
  return known.map((entry) => (ids.has(entry.retractedBy ?? '') ? entry : { ...entry, retractedBy: null }));
}
