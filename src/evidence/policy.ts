import type { Statement } from '../graph/statement.js';
import type { Sample } from './calibration.js';
import { type Evidence, EvidenceKind } from './evidence.model.js';
import type { PolicyMark, RecordStatement } from './ledger.statements.js';

/** A trust as a node keeps it: its value at a moment. */
export interface Standing {
  readonly trust: number;
  /** From when on it decays, where the policy has it decay. */
  readonly since: Date;
}

/** What a fold needs of an entry. What is absent was not kept when the entry was recorded. */
export interface Entry extends Pick<Evidence, 'id' | 'kind' | 'positive' | 'weight' | 'at' | 'appliedAt' | 'sequence'> {
  /** Of an outcome of a context: the share this node was given; null of what was observed of it alone. */
  readonly share?: number | null;
  /** As it was recorded. Entries of 0.1 have none: they are folded with the constants of the policy that folds. */
  readonly policyConstants?: string | null;
  /** The RETRACTION that took it back. */
  readonly retractedBy?: string | null;
  /** Whether it counts now; a retraction of another entry may have decided that again. */
  readonly state?: string | null;
  /** When it counts from, where a retraction decided that again; else `appliedAt` says it. */
  readonly countedAt?: Date | null;
  readonly planId?: string | null;
  readonly stepNum?: number | null;
  readonly agent?: string | null;
  readonly session?: string | null;
  /** What the word of its agent counted, where agents are weighed; `weight` has it in it. */
  readonly agentWeight?: number | null;
  /** How often the node had been used when it was recorded. */
  readonly uses?: number | null;
  /** Voices that had been given the node in a context by then, no more than settle it; null where they do not settle. */
  readonly givenTo?: readonly string[] | null;
  /** Whether it moved the trust as soon as it was recorded. */
  readonly firstApplied?: boolean | null;
}

/** What a node is without some of its entries. */
export interface Refolded {
  readonly standing: Standing;
  /** Entries that count, by id, with the weight that they have then. */
  readonly counted: ReadonlyMap<string, number>;
  /** Properties that the node keeps of its entries beside trust and tries. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Signals whose consensus is decided otherwise then. */
  readonly decided: readonly Decision[];
}

/** Whether a signal counts, and from when. */
export interface Decision {
  readonly id: string;
  readonly state: 'APPLIED' | 'PENDING' | 'EXPIRED';
  readonly countedAt: Date | null;
}

/** What observations do to the trust of one kind of knowledge, as one value. */
export interface Policy {
  /** Kept with each entry. */
  readonly mark: PolicyMark;
  readonly statement: RecordStatement<object>;
  /** Parameters of `statement`; they are also what each entry keeps. */
  readonly constants: Readonly<Record<string, number | string>>;
  /**
   * The trust after these entries, in the order in which they were applied. The stored value is always this one. What was
   * taken back is as if it had never been.
   *
   * @param initial as the node began
   * @param entries all of the node, in any order
   * @param without ids of entries that are left out, too
   */
  fold(initial: Standing, entries: readonly Entry[], without?: ReadonlySet<string>): Standing;
  /** As `fold`, with all that the node keeps of its entries. */
  refold(initial: Standing, entries: readonly Entry[], without: ReadonlySet<string>): Refolded;
  /** What its calibration compares: each trust that was acted on with what came of it. */
  readonly samples: Statement<{ namespace: string }, Sample>;
}

/** Entries that one request may fold anew. */
export const MAX_FOLDED = 50_000;

/** Nothing is left out. */
export const NOTHING: ReadonlySet<string> = new Set();

/** Whether an entry counts for nothing: it was taken back, takes something back, or is left out. */
export function isOut({ id, kind, retractedBy }: Entry, without: ReadonlySet<string>): boolean {
  return kind === EvidenceKind.RETRACTION || (retractedBy ?? null) !== null || without.has(id);
}

export function bySequence(a: Entry, b: Entry): number {
  return a.sequence - b.sequence;
}

export function markOf(policy: string, constants: Policy['constants']): PolicyMark {
  return { policy, policyConstants: JSON.stringify(constants) };
}

/** The constants an entry was recorded with, or these where it keeps none. */
export function constantsOf<Constants extends object>({ policyConstants }: Entry, assumed: Constants): Constants {
  return policyConstants ? { ...assumed, ...(JSON.parse(policyConstants) as Partial<Constants>) } : assumed;
}
