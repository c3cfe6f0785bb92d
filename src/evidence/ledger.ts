import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { GraphService, type GraphTransaction } from '../graph/graph.service.js';
import { inOrder } from '../graph/in-order.js';
import { type CalibrationSums, CalibrationSummer } from './calibration.js';
import {
  findEntries,
  type FoundEntry,
  type LedgerAnswer,
  type LedgerRow,
  listMoved,
  lockKnowledge,
  type ObservingWork,
} from './ledger.statements.js';
import type { Policy } from './policy.js';
import { type RetractionAnswer, type RetractionRow, retractTogether } from './retracting.js';

export type { RetractionAnswer, RetractionRow } from './retracting.js';

interface EntryKey {
  readonly namespace: string;
  readonly id: string;
}

/** The one place where observations are recorded and trust moves. Entries are appended and taken back by others, never taken away. */
@Injectable()
export class Ledger {
  constructor(
    private readonly graph: GraphService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Appends entries and moves the trusts they are about, in the order of the rows: each sees what those before it did.
   * What is recorded already stays, and gives its first answer.
   *
   * @param rows undefined for what records nothing
   * @returns an answer for each row, in their order; undefined where nothing is recorded or its node does not exist
   */
  async record(
    transaction: GraphTransaction,
    { statement, constants, mark }: Policy,
    rows: readonly (LedgerRow | undefined)[],
  ): Promise<(LedgerAnswer | undefined)[]> {
    const numbered = rows.flatMap((row, n) => (row ? [{ ...row, n }] : []));
    const answers =
      numbered.length === 0 ? [] : await transaction.run(statement, { ...constants, ...mark, rows: numbered });
    return inOrder(answers, rows.length);
  }

  /**
   * Takes entries back: an opposite entry for each row, and the trust of its node is the fold of what is left. What was taken
   * back before is passed over. The locks of all nodes are taken first, in one order.
   *
   * @returns an answer for each row, in their order; undefined where nothing was left to take back
   * @throws NotFoundError when a node does not exist
   * @throws LimitExceededError when more than 50,000 observations would have to be folded anew
   */
  retract(transaction: GraphTransaction, rows: readonly RetractionRow[]): Promise<(RetractionAnswer | undefined)[]> {
    return retractTogether(transaction, rows, (policy, entries) => this.record(transaction, policy, entries));
  }

  /**
   * What entries came with and made.
   *
   * @param keys undefined for what is not asked for
   * @returns one for each key, in their order; undefined for an id that was never recorded
   */
  async find(
    transaction: Pick<GraphTransaction, 'run'>,
    keys: readonly (EntryKey | undefined)[],
  ): Promise<(FoundEntry | undefined)[]> {
    const rows = keys.flatMap((key, n) => (key ? [{ ...key, n }] : []));
    const found = rows.length === 0 ? [] : await transaction.run(findEntries, { rows });
    return inOrder(found, keys.length);
  }

  /**
   * Takes the locks of all these nodes at once, in one order: before the ledgers of several kinds are written.
   *
   * @returns the refs of those that exist, by namespace
   */
  async lock(
    transaction: GraphTransaction,
    rows: readonly Pick<LedgerRow, 'namespace' | 'ref'>[],
  ): Promise<readonly Pick<LedgerRow, 'namespace' | 'ref'>[]> {
    return rows.length === 0 ? [] : transaction.run(lockKnowledge, { rows });
  }

  /**
   * Of which knowledge each of these works has told by itself: the steps of a plan, the validations of a task. What was taken
   * back does not count.
   *
   * @returns refs, in the order of the works
   */
  async movedBy(
    transaction: Pick<GraphTransaction, 'run'>,
    works: readonly ObservingWork[],
  ): Promise<ReadonlySet<string>[]> {
    const rows = works.map((work, n) => ({ ...work, n }));
    const found = rows.length === 0 ? [] : await transaction.run(listMoved, { rows });
    return works.map((_, n) => new Set(found.flatMap((row) => (row.n === n ? [row.ref] : []))));
  }

  /** What came of each trust that was acted on, summed up for `bins` equal parts of [0,1]. */
  async calibrate({ samples }: Policy, namespace: string, bins: number): Promise<CalibrationSums[]> {
    const sums = new CalibrationSummer(bins);
    const options = { timeoutMs: this.config.NEO4J_BULK_TIMEOUT_MS };
    for await (const sample of this.graph.stream(samples, { namespace }, options)) sums.add(sample);
    return sums.sums();
  }
}
