import { LimitExceededError, NotFoundError } from '../common/errors.js';
import { rounds } from '../common/rounds.js';
import type { GraphTransaction } from '../graph/graph.service.js';
import { listLedgers } from './evidence.statements.js';
import {
  findStandings,
  type LedgerRow,
  lockKnowledge,
  type NodeStanding,
  type Observation,
  type SettledRow,
  settleRetractions,
} from './ledger.statements.js';
import { EvidenceKind } from './evidence.model.js';
import { decayedTrust } from './policies/consensus.js';
import { type Entry, isOut, MAX_FOLDED, NOTHING, type Policy, type Refolded } from './policy.js';

/** Entries of one node to be retracted. */
export interface RetractionRow {
  readonly namespace: string;
  /** Ref of the Knowledge node. */
  readonly ref: string;
  readonly policy: Policy;
  readonly now: Date;
  /** Ids of entries. Entries that are already retracted, or that belong to another node, are skipped. */
  readonly retracts: readonly string[];
  /**
   * Ref or address of the correction by which the learnings of these entries were resolved; null if the entries are
   * only retracted.
   */
  readonly resolvedInto?: string | null;
  readonly evidence: Pick<Observation, 'id' | 'agent' | 'session' | 'comment' | 'planId' | 'stepNum' | 'receiptId'>;
}

/** Result of a retraction. */
export interface RetractionAnswer {
  readonly ref: string;
  /** Id of the RETRACTION. */
  readonly evidenceId: string;
  readonly retracts: readonly string[];
  readonly trustBefore: number;
  readonly trustAfter: number;
}

/** Records a RETRACTION with the statement of the policy. */
type Recorder = (policy: Policy, rows: readonly LedgerRow[]) => Promise<readonly unknown[]>;

/**
 * Retracts entries: appends an opposite entry per row, and folds the trust of its node without them. Entries retracted
 * before are skipped, and a row with nothing left to retract gets no answer.
 *
 * @returns one answer per row, in the same order
 * @throws NotFoundError when a node does not exist
 * @throws LimitExceededError when a ledger is too long to be refolded
 */
export async function retractTogether(
  transaction: GraphTransaction,
  rows: readonly RetractionRow[],
  record: Recorder,
): Promise<(RetractionAnswer | undefined)[]> {
  if (rows.length === 0) return [];
  await transaction.run(lockKnowledge, { rows: rows.map(({ namespace, ref }) => ({ namespace, ref })) });
  const answers: (RetractionAnswer | undefined)[] = rows.map(() => undefined);
  // If two rows concern the same node, the second row sees the changes of the first.
  const numbered = rows.map((row, n) => ({ row, n }));
  for (const round of rounds(numbered, ({ row }) => keyOf(row))) {
    const due = await plan(
      transaction,
      round.map(({ row }) => row),
    );
    for (const policy of new Set(due.flatMap((one) => one?.row.policy ?? []))) {
      await record(
        policy,
        due.flatMap((one) => (one?.row.policy === policy ? [one.entry] : [])),
      );
    }
    const settled = due.flatMap((one) => (one ? [one.settled] : []));
    if (settled.length > 0) await transaction.run(settleRetractions, { rows: settled });
    for (const [index, { n }] of round.entries()) answers[n] = due[index]?.answer;
  }
  return answers;
}

/** The changes that a row of a retraction writes. */
interface Planned {
  readonly row: RetractionRow;
  readonly entry: LedgerRow;
  readonly settled: SettledRow;
  readonly answer: RetractionAnswer;
}

/** Refolds the ledgers of different nodes; undefined for a row with nothing left to retract. */
async function plan(transaction: GraphTransaction, rows: readonly RetractionRow[]): Promise<(Planned | undefined)[]> {
  const nodes = new Map<string, NodeStanding>();
  const ledgers = new Map<string, Entry[]>(rows.map((row) => [keyOf(row), []]));
  for (const namespace of new Set(rows.map((row) => row.namespace))) {
    const refs = rows.flatMap((row) => (row.namespace === namespace ? [row.ref] : []));
    for (const node of await transaction.run(findStandings, { namespace, refs })) {
      nodes.set(keyOf({ namespace, ref: node.ref }), node);
    }
    const found = await transaction.run(listLedgers, { namespace, refs, limit: MAX_FOLDED + 1 });
    if (found.length > MAX_FOLDED) {
      throw new LimitExceededError(`More than ${MAX_FOLDED} observations would have to be folded anew`);
    }
    for (const { ref, entry } of found) ledgers.get(keyOf({ namespace, ref }))?.push(entry);
  }
  return rows.map((row) => {
    const node = nodes.get(keyOf(row));
    if (!node) throw new NotFoundError('Knowledge', row.ref);
    return planOne(row, node, ledgers.get(keyOf(row)) ?? []);
  });
}

function planOne(row: RetractionRow, node: NodeStanding, entries: readonly Entry[]): Planned | undefined {
  const { namespace, ref, policy, resolvedInto = null } = row;
  const asked = new Set(row.retracts);
  const retracts = entries.filter((entry) => asked.has(entry.id) && !isOut(entry, NOTHING)).map(({ id }) => id);
  if (retracts.length === 0) return undefined;

  const at = momentOf(row.now, node);
  const initial = { trust: node.initialTrust, since: node.since };
  const before = policy.refold(initial, entries, NOTHING);
  const after = policy.refold(initial, entries, new Set(retracts));
  const decayPerMs = Number(policy.constants['decayPerMs'] ?? 0);
  const trustBefore = decayedTrust({ trust: node.trust, since: node.decaysSince ?? node.since }, at, decayPerMs);
  const trustAfter = decayedTrust(after.standing, at, decayPerMs);
  const evidence: Observation = {
    ...row.evidence,
    kind: EvidenceKind.RETRACTION,
    positive: trustAfter >= trustBefore,
    weight: trustAfter - trustBefore,
    retracts,
    resolvedInto,
  };
  return {
    row,
    entry: { namespace, ref, now: at, requestHash: null, due: trustAfter, evidence },
    settled: {
      namespace,
      ref,
      by: evidence.id,
      retracts,
      resolvedInto,
      trust: after.standing.trust,
      ...triesWithout(node, entries, countedIn(entries, before), after.counted),
      properties: after.properties,
      decided: after.decided,
    },
    answer: { ref, evidenceId: evidence.id, retracts, trustBefore, trustAfter },
  };
}

function keyOf({ namespace, ref }: Pick<RetractionRow, 'namespace' | 'ref'>): string {
  return `${namespace}\u0000${ref}`;
}

/**
 * The time of an entry is never earlier than the latest one of its node, because clocks of replicas differ and the
 * ledger is replayed in the order of time.
 */
function momentOf(now: Date, { updatedAt }: NodeStanding): Date {
  return updatedAt.getTime() >= now.getTime() ? new Date(updatedAt.getTime() + 1) : now;
}

/**
 * The entries that count according to the stored state, from which the tries of the node were computed. A refold may
 * decide on some entries differently than when they arrived, even if it leaves no entry out.
 */
function countedIn(entries: readonly Entry[], { counted, decided }: Refolded): ReadonlySet<string> {
  const stored = new Set(counted.keys());
  const otherwise = new Set(decided.map(({ id }) => id));
  for (const { id, state } of entries.filter((entry) => otherwise.has(entry.id))) {
    if ((state ?? 'APPLIED') === 'APPLIED') stored.add(id);
    else stored.delete(id);
  }
  return stored;
}

/**
 * Uses without an entry also count as tries. Therefore the tries are not counted again; only those of the lost entries
 * are subtracted.
 */
function triesWithout(
  { tried, succeeded }: NodeStanding,
  entries: readonly Entry[],
  before: ReadonlySet<string>,
  after: ReadonlyMap<string, number>,
): { tried: number; succeeded: number } {
  const sums = { tried, succeeded };
  for (const { id, share, positive } of entries) {
    const change = (share ?? 1) * ((after.has(id) ? 1 : 0) - (before.has(id) ? 1 : 0));
    sums.tried += change;
    sums.succeeded += positive ? change : 0;
  }
  return { tried: cleared(sums.tried), succeeded: cleared(sums.succeeded) };
}

/** Removes the rounding errors that sums of shares leave in the last digits. */
function cleared(sum: number): number {
  return Math.max(0, Math.round(sum * 1e12) / 1e12);
}
