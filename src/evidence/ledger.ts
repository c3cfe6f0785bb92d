import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { GraphService, type GraphTransaction } from '../graph/graph.service.js';
import { type CalibrationSums, CalibrationSummer } from './calibration.js';
import { findEntries, type FoundEntry, type LedgerAnswer, type LedgerRow } from './ledger.statements.js';
import type { Policy } from './policy.js';

/** The one place where observations are recorded and trust moves. Entries are appended, never changed or taken away. */
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
   * @returns an answer for each row, in their order; undefined where its node does not exist
   */
  async record(
    transaction: GraphTransaction,
    { statement, constants, mark }: Policy,
    rows: readonly LedgerRow[],
  ): Promise<(LedgerAnswer | undefined)[]> {
    if (rows.length === 0) return [];
    const numbered = rows.map((row, n) => ({ ...row, n }));
    const answers = await transaction.run(statement, { ...constants, ...mark, rows: numbered });
    const byNumber = new Map(answers.map((answer) => [answer.n, answer]));
    return numbered.map(({ n }) => byNumber.get(n));
  }

  /**
   * What entries came with and made.
   *
   * @returns one for each key, in their order; undefined for an id that was never recorded
   */
  async find(
    transaction: Pick<GraphTransaction, 'run'>,
    keys: readonly { readonly namespace: string; readonly id: string }[],
  ): Promise<(FoundEntry | undefined)[]> {
    if (keys.length === 0) return [];
    const found = await transaction.run(findEntries, {
      rows: keys.map(({ namespace, id }, n) => ({ n, namespace, id })),
    });
    const byNumber = new Map(found.map((entry) => [entry.n, entry]));
    return keys.map((_, n) => byNumber.get(n));
  }

  /** What came of each trust that was acted on, summed up for `bins` equal parts of [0,1]. */
  async calibrate({ samples }: Policy, namespace: string, bins: number): Promise<CalibrationSums[]> {
    const sums = new CalibrationSummer(bins);
    const options = { timeoutMs: this.config.NEO4J_BULK_TIMEOUT_MS };
    for await (const sample of this.graph.stream(samples, { namespace }, options)) sums.add(sample);
    return sums.sums();
  }
}
