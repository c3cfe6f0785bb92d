import { readStatement, type Statement, writeStatement } from '../graph/statement.js';
import type { EvidenceKind } from './evidence.model.js';

/** Content of a ledger entry, as its observer reports it. Unknown values are absent or null, and not stored. */
export interface Observation {
  /** Derived from the observed event, or from the caller's idempotency key, so that it is recorded only once. */
  readonly id: string;
  readonly kind: EvidenceKind;
  readonly positive?: boolean;
  /** Strength of the observation; its meaning depends on the policy. */
  readonly weight?: number;
  readonly agent: string | null;
  readonly comment: string | null;
  readonly session?: string | null;
  /** Id of the API key, if it is a stored one. */
  readonly keyId?: string | null;
  /** For an outcome of a context: this knowledge's share of it, in (0,1]; absent for other observations. */
  readonly share?: number | null;
  readonly receiptId?: string | null;
  readonly planId?: string | null;
  readonly taskId?: string | null;
  /** Number of the step in its plan or task, counted from 0. */
  readonly stepNum?: number | null;
  readonly applicationVersion?: string | null;
  /** Id of the learning recorded with it. */
  readonly learningId?: string | null;
  readonly strategyId?: string | null;
  /** For an attempt: its objective, and a hash to recognise equal objectives. */
  readonly objective?: string | null;
  readonly objectiveHash?: string | null;
  /** For a RETRACTION: ids of the entries of the same node that it withdraws. */
  readonly retracts?: readonly string[];
  /** For a RETRACTION of learnings that were resolved: the ref or address of the correction. */
  readonly resolvedInto?: string | null;
}

/** An entry to be recorded in a ledger. */
export interface LedgerRow {
  readonly namespace: string;
  /** Ref of the Knowledge node whose trust changes. */
  readonly ref: string;
  readonly now: Date;
  readonly evidence: Observation;
  /** Hash to tell whether two requests with one id are equal; null if the id alone decides. */
  readonly requestHash: string | null;
  /** For a RETRACTION: the trust without the withdrawn entries. */
  readonly due?: number | null;
}

/** Answer of a ledger; if the row was recorded before, its first answer. */
export interface LedgerAnswer {
  readonly outcome: 'CREATED' | 'EXISTS' | 'CONFLICT';
  /** False while the entry waits for a consensus. */
  readonly applied: boolean;
  readonly trustBefore: number;
  readonly trustAfter: number;
  /** Whether the entry was retracted since. */
  readonly retracted: boolean;
}

/** The policy's name and constants (as JSON), as stored with each entry. */
export interface PolicyMark {
  readonly policy: string;
  readonly policyConstants: string;
}

/** A statement that records a batch of evidence under one policy. */
export type RecordStatement<Constants extends object> = Statement<
  Constants & PolicyMark & { rows: readonly (LedgerRow & { n: number })[] },
  LedgerAnswer & { n: number }
>;

/** Constants of a trust that is a moving average; `floor` is its lowest value. */
export interface FactorConstants {
  readonly floor: number;
}

export const recordFactor = writeStatement<
  FactorConstants & PolicyMark & { rows: readonly (LedgerRow & { n: number })[] },
  LedgerAnswer & { n: number }
>('evidence/record-factor');

/** Constants of the policy that moves a trust only once enough signals agree within a time window. */
export interface ConsensusConstants {
  readonly decayPerMs: number;
  readonly windowMs: number;
  readonly threshold: number;
  /** The unit of the threshold: distinct voices, single signals, or distinct agents regardless of their sessions. */
  readonly of: 'voices' | 'signals' | 'agents';
  readonly settled: number;
  /**
   * What settles a node: voices that received it in a context or helped to move its trust, uses of any kind, or
   * nothing.
   */
  readonly settledBy: 'voices' | 'uses' | 'never';
  /** Maximum number of contexts, and of entries, searched for those voices. */
  readonly looked: number;
  /**
   * Whether signals are weighed by how often others agreed with the agent: (agreed + 1) / (decided + 2) of its latest
   * decided ones.
   */
  readonly agentWeight: 'none' | 'agreement';
  /** Minimum weight of an agent. */
  readonly agentFloor: number;
  /** Maximum number of an agent's decided signals to consider. */
  readonly verdicts: number;
  readonly prune: number;
}

export const recordConsensus = writeStatement<
  ConsensusConstants & PolicyMark & { rows: readonly (LedgerRow & { n: number })[] },
  LedgerAnswer & { n: number }
>('evidence/record-consensus');

/** Constants of the policy (successes + prior successes) / (attempts + prior attempts). */
export interface LaplaceConstants {
  readonly priorSuccesses: number;
  readonly priorAttempts: number;
}

export const recordLaplace = writeStatement<
  LaplaceConstants & PolicyMark & { rows: readonly (LedgerRow & { n: number })[] },
  LedgerAnswer & { n: number }
>('evidence/record-laplace');

/** Takes locks in one order before several ledgers are written, to prevent deadlocks. */
export const lockKnowledge = writeStatement<
  { rows: readonly Pick<LedgerRow, 'namespace' | 'ref'>[] },
  Pick<LedgerRow, 'namespace' | 'ref'>
>('evidence/lock-knowledge');

/** Work that produces evidence itself: the steps of a plan, or the validations of a task. */
export interface ObservingWork {
  readonly namespace: string;
  /** Prefix of the ids of its entries. */
  readonly prefix: string;
  readonly planId: string | null;
  readonly taskId: string | null;
}

export const listMoved = readStatement<
  { rows: readonly (ObservingWork & { n: number })[] },
  { n: number; ref: string }
>('evidence/list-moved');

/** The learning that an entry was recorded with, and the trust before and after it. */
export interface FoundEntry {
  readonly learningId: string | null;
  readonly trustBefore: number | null;
  readonly trustAfter: number | null;
  /** Whether the entry was retracted since. */
  readonly retracted: boolean;
}

export const findEntries = readStatement<
  { rows: readonly { n: number; namespace: string; id: string }[] },
  FoundEntry & { n: number }
>('evidence/find-entries');

/** Initial and current trust of a node. */
export interface NodeStanding {
  readonly ref: string;
  readonly initialTrust: number;
  readonly since: Date;
  readonly trust: number;
  /** Time since which the trust decays; null if it does not decay. */
  readonly decaysSince: Date | null;
  readonly updatedAt: Date;
  readonly tried: number;
  readonly succeeded: number;
}

export const findStandings = readStatement<{ namespace: string; refs: readonly string[] }, NodeStanding>(
  'evidence/find-standings',
);

/** Changes that a RETRACTION makes besides its own entry. */
export interface SettledRow {
  readonly namespace: string;
  readonly ref: string;
  /** Id of the RETRACTION. */
  readonly by: string;
  readonly retracts: readonly string[];
  readonly resolvedInto: string | null;
  readonly trust: number;
  readonly tried: number;
  readonly succeeded: number;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly decided: readonly {
    readonly id: string;
    readonly state: 'APPLIED' | 'PENDING' | 'EXPIRED';
    readonly countedAt: Date | null;
  }[];
}

export const settleRetractions = writeStatement<{ rows: readonly SettledRow[] }, object>('evidence/settle-retractions');
