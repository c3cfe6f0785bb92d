import { ConflictError } from '../common/errors.js';
import type { Ledger } from '../evidence/ledger.js';
import type { LedgerAnswer } from '../evidence/ledger.statements.js';
import type { GraphTransaction } from '../graph/graph.service.js';
import { createStrategies, type LearnRow, learnStrategies } from './adaptive.statements.js';
import { strategyTrust, UNTRIED_TRUST } from './trust.js';

/** Result of recording an attempt. */
export interface LearnAnswer {
  readonly outcome: LedgerAnswer['outcome'];
  readonly strategyId: string;
  /** True if the strategy has to be embedded again. */
  readonly textChanged: boolean;
}

/**
 * Records attempts and what strategies learn from them, in order; each row sees the effects of the rows before it.
 *
 * @returns an answer for each row, in order; CONFLICT if the id was used for another attempt, EXISTS for another try
 * @throws ConflictError when another transaction records the same attempt concurrently; a retry finds it
 */
export async function learnFrom(
  transaction: GraphTransaction,
  ledger: Ledger,
  rows: readonly LearnRow[],
): Promise<LearnAnswer[]> {
  if (rows.length === 0) return [];
  const created = await transaction.run(createStrategies, { trust: UNTRIED_TRUST, rows: firstOfEachEntry(rows) });
  const answers = await ledger.record(
    transaction,
    strategyTrust,
    rows.map(({ namespace, now, evidence, requestHash, properties }) =>
      evidence === null ? undefined : { namespace, ref: String(properties['ref']), now, evidence, requestHash },
    ),
  );
  if (created.some(({ n, isNew }) => isNew && answers[n]?.outcome !== 'CREATED')) {
    throw new ConflictError('The same attempt was recorded at this moment');
  }
  const taught = rows.flatMap((row, n) =>
    row.evidence === null || answers[n]?.outcome === 'CREATED' ? [{ ...row, n }] : [],
  );
  const learned = taught.length === 0 ? [] : await transaction.run(learnStrategies, { rows: taught });
  const changed = new Set(learned.flatMap(({ n, textChanged }) => (textChanged ? [n] : [])));
  return rows.map(({ strategyId }, n) => ({
    outcome: answers[n]?.outcome ?? (rows[n]?.evidence === null ? 'EXISTS' : 'CONFLICT'),
    strategyId,
    textChanged: changed.has(n),
  }));
}

/** Of rows with the same evidence id, only the first may create a strategy, since the ledger records no other. */
function firstOfEachEntry(rows: readonly LearnRow[]) {
  const known = new Set<string>();
  return rows.flatMap(({ namespace, now, strategyId, properties, evidence }, n) => {
    // The first try of the attempt created the strategy.
    if (evidence === null) return [];
    const key = `${namespace}\u0000${evidence.id}`;
    if (known.has(key)) return [];
    known.add(key);
    return [{ n, namespace, now, strategyId, properties, evidenceId: evidence.id }];
  });
}
