import type { Ledger } from '../evidence/ledger.js';
import type { LedgerRow } from '../evidence/ledger.statements.js';
import { FAILURE, SUCCESS } from '../evidence/policies/factor.js';
import type { Policy } from '../evidence/policy.js';
import type { GraphTransaction } from '../graph/graph.service.js';
import { inOrder } from '../graph/in-order.js';
import { attachToEntries, newLearning } from '../items/learning.js';
import {
  type AttributionAnswer,
  type AttributionRow,
  attributeSteps,
  type ReportAnswer,
  type ReportRow,
  reportSteps,
  type TakenReport,
} from './planning.statements.js';

// What becomes of steps, as entries of the ledgers of their items: first the step takes it, under the locks of item and step,
// then the ledger, then what was learned is attached. All in one transaction.

/** @returns an answer for each row, in their order; undefined for an unknown step */
export async function reportTogether(
  transaction: GraphTransaction,
  ledger: Ledger,
  policy: Policy,
  rows: readonly ReportRow[],
): Promise<(ReportAnswer | undefined)[]> {
  const recovery = String(policy.constants['recovery']);
  const taken = inOrder(
    await transaction.run(reportSteps, { recovery, rows: rows.map((row, n) => ({ ...stepOf(row), n })) }),
    rows.length,
  );
  const answers = await ledger.record(
    transaction,
    policy,
    rows.map((row, n) => entryOf(row, taken[n])),
  );
  await attachToEntries(
    transaction,
    rows.flatMap(({ namespace, evidenceId, learning, planId, stepNum }, n) =>
      learning && answers[n]?.outcome === 'CREATED'
        ? [newLearning(namespace, evidenceId, learning, { planId, stepNum })]
        : [],
    ),
  );
  const first = await ledger.find(
    transaction,
    rows.map(({ namespace, evidenceId: id }, n) =>
      taken[n]?.answer === 'REPEATED' || answers[n]?.outcome === 'EXISTS' ? { namespace, id } : undefined,
    ),
  );
  return taken.map((step, n) => {
    if (!step) return undefined;
    const { answer, known } = step;
    const created = answers[n]?.outcome === 'CREATED';
    const learningId = created ? rows[n]?.learning?.id : first[n]?.learningId;
    const trustAfter = created ? answers[n]?.trustAfter : first[n]?.trustAfter;
    return { answer, known, learningId: learningId ?? null, trustAfter: trustAfter ?? null };
  });
}

/** @returns an answer for each row, in their order; undefined for an unknown step or item */
export async function attributeTogether(
  transaction: GraphTransaction,
  ledger: Ledger,
  policy: Policy,
  rows: readonly AttributionRow[],
): Promise<(AttributionAnswer | undefined)[]> {
  const asked = rows.map(({ namespace, planId, stepNum, itemId, reportHash, correctionHash, ...row }, n) => {
    const moved = row.lessons.flatMap(({ moved, learning: { id, recoveryApproach, contentHash } }) =>
      moved ? [{ id, recoveryApproach: recoveryApproach ?? null, contentHash }] : [],
    );
    const { movedFrom, observed } = row;
    return { n, namespace, planId, stepNum, itemId, reportHash, correctionHash, movedFrom, observed, moved };
  });
  const taken = inOrder(await transaction.run(attributeSteps, { rows: asked }), rows.length);
  const entries = rows.flatMap((row, n) => {
    const step = taken[n];
    return step?.answer === 'RECORDED' ? attributionEntries(row, step.retracts) : [];
  });
  const answers = await ledger.record(
    transaction,
    policy,
    entries.map(({ entry }) => entry),
  );
  await attachToEntries(
    transaction,
    entries.flatMap(({ learning }, index) => (learning && answers[index]?.outcome === 'CREATED' ? [learning] : [])),
  );
  return taken.map((step) => step && { answer: step.answer });
}

/** What of a report the step takes. */
function stepOf(row: ReportRow) {
  const { namespace, planId, stepNum, itemId, now, outcome, reportHash, report, followedLearning } = row;
  return { namespace, planId, stepNum, itemId, now, outcome, reportHash, report, followedLearning };
}

/** A correction after a failure is a second learning, and no second loss of trust. */
function entryOf({ namespace, itemId, now, entry }: ReportRow, taken: TakenReport | undefined): LedgerRow | undefined {
  if (!taken || !entry || itemId === null || !(taken.teaches || taken.recovers)) return undefined;
  const weight = taken.recovers ? SUCCESS.share : taken.afterFailure ? 1 : FAILURE.factor;
  const evidence = { ...entry, positive: taken.recovers, weight };
  return { namespace, ref: `item:${itemId}`, now, evidence, requestHash: null };
}

/** What the inferred item is given back, then what the step taught its item; the first lesson carries the factor. */
function attributionEntries(row: AttributionRow, retracts: readonly string[]) {
  const { namespace, planId, stepNum, itemId, movedFrom, now, retraction, lessons } = row;
  const of = (id: string, evidence: LedgerRow['evidence']): LedgerRow => {
    return { namespace, ref: `item:${id}`, now, evidence, requestHash: null };
  };
  const back =
    movedFrom === null || retracts.length === 0
      ? []
      : [{ entry: of(movedFrom, { ...retraction, retracts }), learning: undefined }];
  const taught = lessons.map(({ entry, learning, moved }, index) => ({
    entry: of(itemId, { ...entry, positive: false, weight: index === 0 ? FAILURE.factor : 1 }),
    learning: moved ? undefined : newLearning(namespace, entry.id, learning, { planId, stepNum }),
  }));
  return [...back, ...taught];
}
