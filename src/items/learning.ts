import type { Withheld } from '../common/caller.js';
import { type FieldProblem, BadUserInputError } from '../common/errors.js';
import { hashOf } from '../common/hash.js';
import { firstCharacters } from '../common/text.js';
import type { Ledger } from '../evidence/ledger.js';
import type { LedgerAnswer, LedgerRow } from '../evidence/ledger.statements.js';
import type { Policy } from '../evidence/policy.js';
import type { GraphTransaction } from '../graph/graph.service.js';
import { CLOCK_SKEW_MS, type LearningContent, learningHash } from './catalog.js';
import type { LearningInput } from './items.inputs.js';
import { type Learning, LearningKind } from './items.model.js';
import type { Excluded } from '../knowledge/section.js';
import {
  type NewLearning,
  type StoredLearning,
  type WithdrawnLearning,
  withdrawLearnings,
  writeLearnings,
} from './items.statements.js';

// Content of a learning, and the rows by which it is stored.

/** A learning together with its entry in the item's ledger. */
export type AttachRow = Omit<LedgerRow, 'ref'> & {
  readonly itemId: string;
  readonly learning: StoredLearning;
};

export type AttachAnswer = LedgerAnswer & {
  /** Id of the learning that was recorded with the ledger entry. A repeated call returns this learning. */
  readonly learningId: string;
};

/**
 * Maximum number of characters of an error or remark that are stored with the evidence. The learning stores the whole
 * text.
 */
const MAX_COMMENT = 500;

export function storedLearning(
  namespace: string,
  id: string,
  itemId: string,
  content: LearningContent & { readonly extra?: Readonly<Record<string, unknown>> },
): StoredLearning {
  return {
    namespace,
    id,
    kind: content.kind,
    task: content.task,
    stepNum: content.stepNum,
    originalAction: JSON.stringify(content.originalAction),
    originalError: content.originalError,
    recoveryApproach: content.recoveryApproach,
    correctedAction: content.correctedAction === null ? null : JSON.stringify(content.correctedAction),
    humanReasoning: content.humanReasoning,
    applicationVersion: content.applicationVersion,
    timestamp: content.timestamp,
    // A person's correction counts as verified until steps that follow it fail.
    verified: content.kind === LearningKind.HUMAN_INTERRUPT,
    contentHash: learningHash(itemId, content),
  };
}

/** The parts of the exclusions that concern learnings. */
export type LearningsApart = Pick<Excluded, 'learnings' | 'recovered'>;

/** Ids of the learnings of an item that a text must not use. */
export function learningsWithout(ref: string, excluded?: LearningsApart, withheld?: Withheld): ReadonlySet<string> {
  return new Set([...(excluded?.learnings.get(ref) ?? []), ...(withheld?.learnings.get(ref) ?? [])]);
}

/** Moves learnings whose recovery is excluded to the end. They are treated as if their recovery were still unknown. */
export function unrecoveredLast(learnings: readonly Learning[], unrecovered: ReadonlySet<string>): Learning[] {
  return learnings
    .map((learning) =>
      unrecovered.has(learning.id)
        ? { ...learning, recoveryApproach: null, recoveryFailed: false, awaitingRecovery: true }
        : learning,
    )
    .sort((a, b) => Number(a.awaitingRecovery) - Number(b.awaitingRecovery));
}

/** The error or remark shortened for its evidence; surrogate pairs are not split. */
export function commentOf(remark: string): string {
  return firstCharacters(remark, MAX_COMMENT);
}

/** Builds the content of a learning. */
export function learningContent(input: LearningInput, now: Date): LearningContent {
  const problems = problemsOf(input, now);
  if (problems.length > 0) throw new BadUserInputError(problems);
  return {
    kind: input.kind,
    task: input.task,
    stepNum: input.stepNum,
    originalAction: input.originalAction,
    originalError: input.originalError ?? null,
    recoveryApproach: input.recoveryApproach ?? null,
    correctedAction: input.correctedAction ?? null,
    humanReasoning: input.humanReasoning ?? null,
    applicationVersion: input.applicationVersion ?? null,
    timestamp: input.timestamp ?? now,
  };
}

type Foreign = (typeof FIELDS_OF_KIND)[LearningKind]['foreign'][number];

const FIELDS_OF_KIND = {
  [LearningKind.SELF_EXPLORATION]: {
    required: ['originalError'],
    foreign: ['correctedAction', 'humanReasoning'],
  },
  [LearningKind.HUMAN_INTERRUPT]: {
    required: ['correctedAction', 'humanReasoning'],
    foreign: ['originalError', 'recoveryApproach'],
  },
} as const;

/** Returns a problem for each given field that this kind of learning cannot have. */
export function foreignTo(kind: LearningKind, said: Partial<Pick<LearningInput, Foreign>>): FieldProblem[] {
  return FIELDS_OF_KIND[kind].foreign.flatMap((path) =>
    said[path] === undefined ? [] : [{ path, rule: 'isForeign', message: `${path} has no place in ${kind}` }],
  );
}

function problemsOf(input: LearningInput, now: Date): FieldProblem[] {
  const { required } = FIELDS_OF_KIND[input.kind];
  const problems: FieldProblem[] = [];
  for (const path of required) {
    if (input[path] !== undefined) continue;
    problems.push({ path, rule: 'isRequired', message: `${path} is required for ${input.kind}` });
  }
  problems.push(...foreignTo(input.kind, input));
  if (input.timestamp && input.timestamp.getTime() > now.getTime() + CLOCK_SKEW_MS) {
    problems.push({ path: 'timestamp', rule: 'notInFuture', message: 'timestamp must not be in the future' });
  }
  return problems;
}

/**
 * Hash of all fields of a report. If an idempotency key is repeated, the hash shows whether the content is the same.
 */
export function requestHash({ idempotencyKey: _, timestamp, ...given }: LearningInput): string {
  return hashOf({ ...given, timestamp: timestamp?.toISOString() ?? null });
}

/**
 * Records learnings: writes a ledger entry for each item and attaches the learning to it.
 *
 * @returns one answer per row, in order; undefined if the item does not exist
 */
export async function recordLearnings(
  transaction: GraphTransaction,
  ledger: Ledger,
  policy: Policy,
  rows: readonly AttachRow[],
): Promise<(AttachAnswer | undefined)[]> {
  const answers = await ledger.record(
    transaction,
    policy,
    rows.map(({ namespace, itemId, now, evidence, requestHash }) => ({
      namespace,
      ref: `item:${itemId}`,
      now,
      evidence,
      requestHash,
    })),
  );
  await attachToEntries(
    transaction,
    rows.flatMap(({ namespace, evidence, learning }, n) =>
      answers[n]?.outcome === 'CREATED' ? [newLearning(namespace, evidence.id, learning)] : [],
    ),
  );
  const first = await ledger.find(
    transaction,
    rows.map(({ namespace, evidence: { id } }, n) =>
      answers[n]?.outcome === 'EXISTS' ? { namespace, id } : undefined,
    ),
  );
  return rows.map(({ learning }, n) => {
    const answer = answers[n];
    return answer && { ...answer, learningId: first[n]?.learningId ?? learning.id };
  });
}

export function newLearning(
  namespace: string,
  evidenceId: string,
  learning: StoredLearning,
  taughtBy: NewLearning['taughtBy'] = null,
): NewLearning {
  const label = learning.kind === LearningKind.HUMAN_INTERRUPT ? 'HumanInterrupt' : 'SelfExploration';
  return { namespace, evidenceId, learning, label, taughtBy };
}

/** Creates learnings after the ledger has answered, in the same transaction, but only for new ledger entries. */
export async function attachToEntries(transaction: GraphTransaction, rows: readonly NewLearning[]): Promise<void> {
  if (rows.length > 0) await transaction.run(writeLearnings, { rows });
}

/** Removes learnings from prompts and lists, under the locks of their items. */
export async function withdraw(transaction: GraphTransaction, rows: readonly WithdrawnLearning[]): Promise<void> {
  if (rows.length > 0) await transaction.run(withdrawLearnings, { rows });
}
