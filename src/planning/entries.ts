import type { Ledger, RetractionAnswer, RetractionRow } from '../evidence/ledger.js';
import type { LedgerRow } from '../evidence/ledger.statements.js';
import { FAILURE, SUCCESS } from '../evidence/policies/factor.js';
import type { Policy } from '../evidence/policy.js';
import type { GraphTransaction } from '../graph/graph.service.js';
import { inOrder } from '../graph/in-order.js';
import { learningRef } from '../items/learning-content.js';
import { attachToEntries, newLearning, withdraw } from '../items/learning.js';
import type { NewChange } from '../versions/change.model.js';
import type { Noted, VersionKeeper } from '../versions/keeping.service.js';
import {
  type AttributedBefore,
  type AttributionAnswer,
  type AttributionRecord,
  type AttributionRow,
  attributeSteps,
  type ReportAnswer,
  type ReportRow,
  reportSteps,
  type TakenReport,
  type UnattributeRow,
  unattributeStep,
  type WithdrawAnswer,
  withdrawReport,
  type WithdrawRow,
} from './planning.statements.js';

// Records outcomes of steps in the ledgers of their items, in one transaction: first the report is stored with the
// step, under the locks of item and step; then the ledger is written; then the learnings are attached.

/** The repositories that record changes of trust, and the authors of changes. */
export interface Books {
  readonly ledger: Ledger;
  readonly versions: VersionKeeper;
}

/** @returns one answer per row, in the same order; undefined for an unknown step */
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
    const retracted = !created && (first[n]?.retracted ?? false);
    return { answer, known, learningId: learningId ?? null, trustAfter: trustAfter ?? null, retracted };
  });
}

/** @returns one answer per row, in the same order; undefined for an unknown step or item */
export async function attributeTogether(
  transaction: GraphTransaction,
  { ledger, versions }: Books,
  policy: Policy,
  rows: readonly AttributionRow[],
): Promise<(AttributionAnswer | undefined)[]> {
  const asked = rows.map(({ now: _, retraction: __, change: ___, lessons, ...row }, n) => {
    const moved = lessons.flatMap(({ moved, learning: { id, recoveryApproach, contentHash } }) =>
      moved ? [{ id, recoveryApproach: recoveryApproach ?? null, contentHash }] : [],
    );
    return { ...row, n, moved };
  });
  const taken = inOrder(await transaction.run(attributeSteps, { rows: asked }), rows.length);
  const done = rows.flatMap((row, n) => (taken[n]?.answer === 'RECORDED' ? [{ row, ...taken[n] }] : []));
  // First, the loss of trust of the previous items is reverted. Then the learnings of the steps are moved to their new
  // items.
  await ledger.retract(
    transaction,
    done.flatMap(({ row: { namespace, movedFrom, now, retraction }, retracts }) =>
      movedFrom === null || retracts.length === 0
        ? []
        : [{ namespace, ref: `item:${movedFrom}`, policy, now, retracts, evidence: retraction }],
    ),
  );
  const entries = done.flatMap(({ row }) => taughtBy(row));
  const answers = await ledger.record(
    transaction,
    policy,
    entries.map(({ entry }) => entry),
  );
  await attachToEntries(
    transaction,
    entries.flatMap(({ learning }, index) => (learning && answers[index]?.outcome === 'CREATED' ? [learning] : [])),
  );
  const noted = rows.map((row, n) => notedOf(row, taken[n]));
  await versions.note(
    transaction,
    noted.flatMap((one) => one ?? []),
  );
  return taken.map((step, n) => step && { answer: step.answer, changeId: noted[n]?.change.id ?? null });
}

/** The record of a person's attribution; undefined if it changed nothing. Naming the same item confirms an inference. */
function notedOf(
  row: AttributionRow,
  taken: { readonly answer: AttributionAnswer['answer']; readonly was: AttributedBefore } | undefined,
): Noted | undefined {
  const { namespace, change, planId, stepNum, itemId, movedFrom, nextRevision: revision } = row;
  const isConfirmed = taken?.answer === 'REPEATED' && taken.was.names.length > 0;
  if (!change || !taken || (taken.answer !== 'RECORDED' && !isConfirmed)) return undefined;
  const was: AttributionRecord = { planId, stepNum, itemId, revision, before: taken.was };
  const refs = [`plan:${planId}`, `item:${itemId}`, ...(movedFrom === null ? [] : [`item:${movedFrom}`])];
  return { namespace, change, refs, was };
}

/**
 * Undoes a person's attribution of a step that had no item before: the effect on the trust of the item is reverted, and the
 * learnings are withdrawn.
 *
 * @returns false when the step changed meanwhile
 */
export async function unattributeIn(
  transaction: GraphTransaction,
  ledger: Ledger,
  policy: Policy,
  { now, evidence, ...row }: UnattributeRow & Pick<RetractionRow, 'now' | 'evidence'>,
): Promise<boolean> {
  const [step] = await transaction.run(unattributeStep, row);
  if (!step) return false;
  const { namespace, itemId } = row;
  const { retracts, taught } = step;
  if (retracts.length > 0)
    await ledger.retract(transaction, [{ namespace, ref: `item:${itemId}`, policy, now, retracts, evidence }]);
  await withdraw(
    transaction,
    taught.map((id) => ({ namespace, id, now, resolvedInto: null })),
  );
  return true;
}

/** Result of withdrawing a report. */
export interface Withdrawn extends Pick<WithdrawAnswer, 'answer'> {
  readonly retraction: RetractionAnswer | undefined;
}

/**
 * Retracts the report of a step: the effect on the trust of the item is reverted, and the learnings are withdrawn.
 *
 * @returns undefined for an unknown step
 */
export async function withdrawReportIn(
  transaction: GraphTransaction,
  { ledger, versions }: Books,
  policy: Policy,
  { change, ...row }: WithdrawRow & { readonly change: NewChange },
  evidence: RetractionRow['evidence'],
): Promise<Withdrawn | undefined> {
  const [step] = await transaction.run(withdrawReport, row);
  if (step?.answer !== 'WITHDRAWN') return step && { answer: step.answer, retraction: undefined };
  const { namespace, itemId, now } = row;
  const { retracts, taught } = step;
  const wrong =
    itemId === null || retracts.length === 0
      ? []
      : [{ namespace, ref: `item:${itemId}`, policy, now, retracts, evidence }];
  const [retraction] = await ledger.retract(transaction, wrong);
  await withdraw(
    transaction,
    taught.map((id) => ({ namespace, id, now, resolvedInto: null })),
  );
  const about = itemId === null ? [] : [`item:${itemId}`];
  const refs = [`plan:${row.planId}`, ...about, ...taught.map(learningRef)];
  await versions.note(transaction, [{ namespace, change, refs }]);
  return { answer: step.answer, retraction };
}

/** The part of a report that is stored with the step. */
function stepOf(row: ReportRow) {
  const { namespace, planId, stepNum, itemId, revision, now, outcome, reportHash, report, followedLearning } = row;
  return { namespace, planId, stepNum, itemId, revision, now, outcome, reportHash, report, followedLearning };
}

/** A correction after a failure adds a second learning but does not lower the trust again. */
function entryOf({ namespace, itemId, now, entry }: ReportRow, taken: TakenReport | undefined): LedgerRow | undefined {
  if (!taken || !entry || itemId === null || !(taken.teaches || taken.recovers)) return undefined;
  const weight = taken.recovers ? SUCCESS.share : taken.afterFailure ? 1 : FAILURE.factor;
  const evidence = { ...entry, positive: taken.recovers, weight };
  return { namespace, ref: `item:${itemId}`, now, evidence, requestHash: null };
}

/** The learnings that the step added to its item; only the first one lowers the trust. */
function taughtBy({ namespace, planId, stepNum, itemId, now, lessons }: AttributionRow) {
  return lessons.map(({ entry, learning, moved }, index) => ({
    entry: {
      namespace,
      ref: `item:${itemId}`,
      now,
      evidence: { ...entry, positive: false, weight: index === 0 ? FAILURE.factor : 1 },
      requestHash: null,
    },
    learning: moved ? undefined : newLearning(namespace, entry.id, learning, { planId, stepNum }),
  }));
}
