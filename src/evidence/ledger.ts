import { Injectable } from '@nestjs/common';
import { GraphService, type GraphTransaction } from '../graph/graph.service.js';
import { inOrder } from '../graph/in-order.js';
import { type CalibrationSums, CalibrationSummer, type Sampled } from './calibration.js';
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

/**
 * The only class that records observations and changes trusts. Entries are appended and never deleted, but later
 * entries can retract them.
 */
@Injectable()
export class Ledger {
  constructor(private readonly graph: GraphService) {}

  /**
   * Appends entries and updates the trusts of their nodes, in the order of the rows: each row sees the changes of the
   * previous rows. An entry that already exists is kept, and its first answer is returned.
   *
   * @param rows undefined for a row that records nothing
   * @returns one answer per row, in the same order; undefined if nothing was recorded or the node does not exist
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
   * Retracts entries: each row appends an opposite entry, and the trust of its node is computed again (refolded) from
   * the remaining entries. Entries retracted before are skipped. The locks of all nodes are taken first, in one order.
   *
   * @returns one answer per row, in the same order; undefined if nothing was left to retract
   * @throws NotFoundError when a node does not exist
   * @throws LimitExceededError when more than 50,000 observations would have to be refolded
   */
  retract(transaction: GraphTransaction, rows: readonly RetractionRow[]): Promise<(RetractionAnswer | undefined)[]> {
    return retractTogether(transaction, rows, (policy, entries) => this.record(transaction, policy, entries));
  }

  /**
   * Finds the learnings that were recorded with entries, and the trusts before and after the entries.
   *
   * @param keys undefined for a position to skip
   * @returns one result per key, in the same order; undefined for an unknown id
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
   * Locks all these nodes in a fixed order, before the ledgers of several kinds are written.
   *
   * @returns refs of the existing nodes, by namespace
   */
  async lock(
    transaction: GraphTransaction,
    rows: readonly Pick<LedgerRow, 'namespace' | 'ref'>[],
  ): Promise<readonly Pick<LedgerRow, 'namespace' | 'ref'>[]> {
    return rows.length === 0 ? [] : transaction.run(lockKnowledge, { rows });
  }

  /**
   * Finds the knowledge about which the steps of each of these plans, or the validations of each of these tasks,
   * directly produced evidence. Retracted entries are ignored.
   *
   * @returns refs for each work, in the order of the works
   */
  async movedBy(
    transaction: Pick<GraphTransaction, 'run'>,
    works: readonly ObservingWork[],
  ): Promise<ReadonlySet<string>[]> {
    const rows = works.map((work, n) => ({ ...work, n }));
    const found = rows.length === 0 ? [] : await transaction.run(listMoved, { rows });
    return works.map((_, n) => new Set(found.flatMap((row) => (row.n === n ? [row.ref] : []))));
  }

  /** Compares trusts with the outcomes of uses. The samples are summed up in `bins` equal parts of [0,1]. */
  async calibrate({ samples }: Policy, sampled: Sampled, bins: number): Promise<CalibrationSums[]> {
    const sums = new CalibrationSummer(bins);
    const options = this.graph.bulk;
    for await (const sample of this.graph.stream(samples, { ...sampled }, options)) sums.add(sample);
    return sums.sums();
  }
}
