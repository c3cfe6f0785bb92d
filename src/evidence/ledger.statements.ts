import type { Verification } from '../common/verification.js';
import { readStatement, type Statement, writeStatement } from '../graph/statement.js';
import type { Sample, Sampled } from './calibration.js';
import type { EvidenceKind } from './evidence.model.js';

/** Content of a ledger entry, as its observer reports it. Unknown values are absent or null, and not stored. */
export interface Observation {
  /**
   * Id derived from the observed event, or from the caller's idempotency key, so that the event is recorded only once.
   */
  readonly id: string;
  readonly kind: EvidenceKind;
  readonly positive?: boolean;
  /** Strength of the observation; its meaning depends on the policy. */
  readonly weight?: number;
  readonly agent: string | null;
  readonly comment: string | null;
  readonly session?: string | null;
  /** Id of the API key that was used, if it is a stored key. */
  readonly keyId?: string | null;
  readonly verification?: Verification | null;
  /** Share of this knowledge in the outcome of a context, in (0,1]; absent for other observations. */
  readonly share?: number | null;
  readonly receiptId?: string | null;
  /** For the outcome of a context whose used knowledge is known: how that is known. */
  readonly attributed?: string | null;
  readonly planId?: string | null;
  readonly taskId?: string | null;
  /** Number of the step in its plan or task, counted from 0. */
  readonly stepNum?: number | null;
  readonly applicationVersion?: string | null;
  /** Id of the learning that was recorded with the observation. */
  readonly learningId?: string | null;
  readonly strategyId?: string | null;
  /** For an attempt: its objective, and a hash by which equal objectives are recognised. */
  readonly objective?: string | null;
  readonly objectiveHash?: string | null;
  /** For a RETRACTION: ids of the entries of the same node that are withdrawn. */
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
  /** Hash that shows whether two requests with the same id are equal; null if the id alone decides. */
  readonly requestHash: string | null;
  /** For a RETRACTION: the trust without the withdrawn entries. */
  readonly due?: number | null;
}

/** Answer of a ledger. If the row was recorded before, it is the first answer. */
export interface LedgerAnswer {
  readonly outcome: 'CREATED' | 'EXISTS' | 'CONFLICT';
  /** False while the entry waits for a consensus. */
  readonly applied: boolean;
  readonly trustBefore: number;
  readonly trustAfter: number;
  /** Whether the entry has been retracted since it was recorded. */
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

/** Constants of the policy that changes a trust only when enough signals agree within a time window. */
export interface ConsensusConstants {
  readonly decayPerMs: number;
  readonly windowMs: number;
  readonly threshold: number;
  /** Unit of the threshold: distinct voices (an agent in a session), single signals, or distinct agents. */
  readonly of: 'voices' | 'signals' | 'agents';
  readonly settled: number;
  /**
   * Condition by which a node is settled: enough voices that received it in a context or helped to change its trust,
   * enough uses of any kind, or never.
   */
  readonly settledBy: 'voices' | 'uses' | 'never';
  /** Maximum number of contexts, and maximum number of entries, that are searched for voices that settle the node. */
  readonly looked: number;
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

/** Takes the locks of several ledgers in a fixed order before they are written, to prevent deadlocks. */
export const lockKnowledge = writeStatement<
  { rows: readonly Pick<LedgerRow, 'namespace' | 'ref'>[] },
  Pick<LedgerRow, 'namespace' | 'ref'>
>('evidence/lock-knowledge');

/** Work that directly produces evidence: the steps of a plan, or the validations of a task. */
export interface ObservingWork {
  readonly namespace: string;
  /** Prefix of the ids of the entries that the work produced. */
  readonly prefix: string;
  readonly planId: string | null;
  readonly taskId: string | null;
}

/** Outcomes that changed the trust of a kind whose nodes all callers see. */
export const listTrustSamples = readStatement<Sampled, Sample>('evidence/list-trust-samples');
export const listMoved = readStatement<
  { rows: readonly (ObservingWork & { n: number })[] },
  { n: number; ref: string }
>('evidence/list-moved');

/** The learning that was recorded with an entry, and the trusts before and after the entry. */
export interface FoundEntry {
  readonly learningId: string | null;
  readonly trustBefore: number | null;
  readonly trustAfter: number | null;
  /** Whether the entry has been retracted since it was recorded. */
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

/** Changes that a RETRACTION makes in addition to its own entry. */
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
