import type { Statement } from '../graph/statement.js';
import type { Sample, Sampled } from './calibration.js';
import { type Evidence, EvidenceKind } from './evidence.model.js';
import type { PolicyMark, RecordStatement } from './ledger.statements.js';

/** The stored trust of a node: its value at a given time. */
export interface Standing {
  readonly trust: number;
  /** Time from which the trust decays, if the policy lets it decay. */
  readonly since: Date;
}

/**
 * The part of an entry that is needed to fold it, that is, to compute the trust. Absent values were not yet stored when
 * the entry was recorded.
 */
export interface Entry extends Pick<Evidence, 'id' | 'kind' | 'positive' | 'weight' | 'at' | 'appliedAt' | 'sequence'> {
  /** Share that this node got of the outcome of a context; null for other observations. */
  readonly share?: number | null;
  /**
   * The constants of the policy at the time when the entry was recorded. Entries of version 0.1 have none; they are
   * folded with the current constants.
   */
  readonly policyConstants?: string | null;
  /** Id of the RETRACTION that withdrew the entry. */
  readonly retractedBy?: string | null;
  /** Whether the entry counts now. A retraction of another entry may have changed this. */
  readonly state?: string | null;
  /** Time from which the entry counts, if a retraction changed this time; otherwise `appliedAt` is valid. */
  readonly countedAt?: Date | null;
  readonly planId?: string | null;
  readonly stepNum?: number | null;
  readonly agent?: string | null;
  readonly session?: string | null;
  /** Number of uses of the node at the time when the entry was recorded. */
  readonly uses?: number | null;
  /**
   * Voices that had received the node in a context before the entry, limited to the number that settles the node; null
   * if voices do not settle nodes.
   */
  readonly givenTo?: readonly string[] | null;
  /** Whether the entry changed the trust as soon as it was recorded. */
  readonly firstApplied?: boolean | null;
}

/** The state of a node, computed without some of its entries. */
export interface Refolded {
  readonly standing: Standing;
  /** Ids of the entries that count in this state, with their weights. */
  readonly counted: ReadonlyMap<string, number>;
  /** Node properties that are derived from the entries, except trust and tries. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Signals whose consensus changes. */
  readonly decided: readonly Decision[];
}

/** Whether a signal counts, and since when. */
export interface Decision {
  readonly id: string;
  readonly state: 'APPLIED' | 'PENDING' | 'EXPIRED';
  readonly countedAt: Date | null;
}

/** A policy: it defines how observations change the trust of one kind of knowledge. */
export interface Policy {
  /** Name and constants of the policy, which are stored with each entry. */
  readonly mark: PolicyMark;
  readonly statement: RecordStatement<object>;
  /** Parameters of `statement`, which are also stored with each entry. */
  readonly constants: Readonly<Record<string, number | string>>;
  /**
   * Computes the trust after these entries, in the order in which they were applied. The stored value always equals
   * this result. Retracted entries have no effect.
   *
   * @param initial initial standing of the node
   * @param entries all entries of the node, in any order
   * @param without ids of further entries to leave out
   */
  fold(initial: Standing, entries: readonly Entry[], without?: ReadonlySet<string>): Standing;
  /** Like `fold`, and also returns everything else that the node stores about its entries. */
  refold(initial: Standing, entries: readonly Entry[], without: ReadonlySet<string>): Refolded;
  /**
   * Statement that returns samples for the calibration: the trust at the time of each use, with the outcome of the use.
   */
  readonly samples: Statement<Sampled, Sample>;
}

/** Maximum number of entries that one request may refold. */
export const MAX_FOLDED = 50_000;

/** An empty set, for folding without leaving entries out. */
export const NOTHING: ReadonlySet<string> = new Set();

/** Whether an entry has no effect: it was retracted, is a retraction, or is left out. */
export function isOut({ id, kind, retractedBy }: Entry, without: ReadonlySet<string>): boolean {
  return kind === EvidenceKind.RETRACTION || (retractedBy ?? null) !== null || without.has(id);
}

export function bySequence(a: Entry, b: Entry): number {
  return a.sequence - b.sequence;
}

export function markOf(policy: string, constants: Policy['constants']): PolicyMark {
  return { policy, policyConstants: JSON.stringify(constants) };
}

/** The constants stored with an entry, or `assumed` if there are none. */
export function constantsOf<Constants extends object>({ policyConstants }: Entry, assumed: Constants): Constants {
  return policyConstants ? { ...assumed, ...(JSON.parse(policyConstants) as Partial<Constants>) } : assumed;
}
