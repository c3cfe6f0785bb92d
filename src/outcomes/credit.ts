import { compare } from '../common/text.js';
import { Verification } from '../common/verification.js';
import { EvidenceKind } from '../evidence/evidence.model.js';
import type { Ledger } from '../evidence/ledger.js';
import type { LedgerRow } from '../evidence/ledger.statements.js';
import type { GraphTransaction } from '../graph/graph.service.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';
import type { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import type { CreditName, StoredOutcome } from '../knowledge/receipts.statements.js';
import { sharesOf } from './shares.js';

/** One piece of knowledge that a receipt contains. */
export interface GivenItem {
  readonly kind: KnowledgeKind;
  /** Undefined if the kind is no longer served. */
  readonly ref: string | undefined;
  readonly score: number;
}

/** An outcome stored with its receipt. */
export interface TakenOutcome {
  readonly namespace: string;
  readonly receiptId: string;
  /** How many outcomes of the receipt were retracted. */
  readonly revision: number;
  readonly outcome: StoredOutcome;
  readonly items: readonly GivenItem[];
  /** Refs of existing knowledge that the caller may see. */
  readonly seen: ReadonlySet<string>;
  /** Refs of knowledge whose trust the steps of the plan, or the validations of the task, already changed. */
  readonly moved: ReadonlySet<string>;
}

/** Results of crediting an outcome, in the order of the items. */
export interface Credited {
  readonly shares: readonly number[];
  readonly credits: readonly CreditName[];
}

/** Result for one item: the ledger entry to write, or the reason why there is none. */
type Due = { readonly state: CreditName } | { readonly kind: KnowledgeKind; readonly row: LedgerRow };

/**
 * Credits the contents of contexts with their outcomes: each kind by its own rule and policy, multiplied by its share.
 * A share that changes nothing is not redistributed: the other items get neither more credit nor more blame.
 *
 * @returns one result per outcome, in the same order
 */
export async function creditTogether(
  transaction: GraphTransaction,
  ledger: Ledger,
  registry: KnowledgeRegistry,
  outcomes: readonly TakenOutcome[],
): Promise<Credited[]> {
  const plans = outcomes.map((taken) => {
    const used = taken.outcome.usedRefs && new Set(taken.outcome.usedRefs);
    const shares = sharesOf(
      taken.items.map(({ score }) => score),
      used ? taken.items.map(({ ref }) => ref !== undefined && used.has(ref)) : undefined,
    );
    return { shares, dues: taken.items.map((item, place) => dueOf(taken, item, shares[place] ?? 0, registry)) };
  });
  const states = new Map<Due, CreditName>();
  const dues = plans.flatMap((plan) => plan.dues);
  for (const name of registry.names()) {
    const own = dues
      .flatMap((due) => ('row' in due && due.kind === name ? [due] : []))
      .sort((a, b) => compare(a.row.namespace, b.row.namespace) || compare(a.row.ref, b.row.ref));
    const policy = registry.policyOf(name);
    if (own.length === 0 || !policy) continue;
    const answers = await ledger.record(
      transaction,
      policy,
      own.map(({ row }) => row),
    );
    own.forEach((due, n) => {
      const answer = answers[n];
      states.set(due, answer ? (answer.applied ? 'CREDITED' : 'PENDING') : 'LOST');
    });
  }
  return plans.map(({ shares, dues: own }) => ({
    shares,
    credits: own.map((due) => ('state' in due ? due.state : (states.get(due) ?? 'UNMOVED'))),
  }));
}

function dueOf(taken: TakenOutcome, { kind, ref }: GivenItem, share: number, registry: KnowledgeRegistry): Due {
  const { namespace, receiptId, revision, outcome, seen, moved } = taken;
  const { success, usedRefs } = outcome;
  if (usedRefs && (ref === undefined || !usedRefs.includes(ref))) return { state: 'UNUSED' };
  if (ref === undefined || !seen.has(ref)) return { state: 'LOST' };
  if (moved.has(ref)) return { state: 'COUNTED' };
  const credit = registry.creditOf(kind);
  if (!credit || outcome.outcomeVerification === Verification.NONE) return { state: 'UNMOVED' };
  if (credit.onlyNamed && !usedRefs) return { state: 'UNDECIDED' };
  const weight = share > 0 ? credit.weigh(share, success) : undefined;
  if (weight === undefined) return { state: 'UNMOVED' };
  const { outcomeAttributed, outcomeAt, outcomeAgent, outcomeSession, outcomeVerification, outcomeComment } = outcome;
  return {
    kind,
    row: {
      namespace,
      ref,
      now: outcomeAt,
      requestHash: null,
      evidence: {
        id: `outcome:${receiptId}:${revision === 0 ? '' : `#${revision}:`}${ref}`,
        kind: EvidenceKind.TASK_COMPLETION,
        positive: success,
        weight,
        share,
        agent: outcomeAgent,
        session: outcomeSession,
        verification: outcomeVerification,
        comment: outcomeComment,
        receiptId,
        attributed: usedRefs ? (outcomeAttributed?.[usedRefs.indexOf(ref)] ?? null) : null,
      },
    },
  };
}
