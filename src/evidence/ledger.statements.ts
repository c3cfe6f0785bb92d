import { readStatement, type Statement, writeStatement } from '../graph/statement.js';
import type { EvidenceKind } from './evidence.model.js';

/** What an entry of a ledger says, as its observer gives it. What is not known is absent or null, and not stored. */
export interface Observation {
  /** Made from what is observed, or from the caller's idempotency key: recorded once. */
  readonly id: string;
  readonly kind: EvidenceKind;
  readonly positive?: boolean;
  /** What it stands for is the policy's. */
  readonly weight?: number;
  readonly agent: string | null;
  readonly comment: string | null;
  readonly session?: string | null;
  /** Of the API key, where it is a stored one. */
  readonly keyId?: string | null;
  /** Of an outcome of a context: the share of it that this knowledge is given, in (0,1]; absent of what was observed of it alone. */
  readonly share?: number | null;
  readonly receiptId?: string | null;
  readonly planId?: string | null;
  readonly taskId?: string | null;
  /** Of the plan or the task, counted from 0. */
  readonly stepNum?: number | null;
  readonly applicationVersion?: string | null;
  /** The learning that came with it. */
  readonly learningId?: string | null;
  readonly strategyId?: string | null;
  /** Of an attempt: what it was for, and the hash of that, which tells equal ones. */
  readonly objective?: string | null;
  readonly objectiveHash?: string | null;
  /** Of a RETRACTION: ids of the entries of the same node that it takes back. */
  readonly retracts?: readonly string[];
  /** Of a RETRACTION of learnings that were resolved: what they were resolved into. */
  readonly resolvedInto?: string | null;
}

/** What a ledger is told. */
export interface LedgerRow {
  readonly namespace: string;
  /** Of the Knowledge whose trust moves. */
  readonly ref: string;
  readonly now: Date;
  readonly evidence: Observation;
  /** Tells equal requests under one id from others; null where the id alone does. */
  readonly requestHash: string | null;
  /** Of a RETRACTION: the trust without what it takes back. */
  readonly due?: number | null;
}

/** What a ledger answers; the first answer where the row was recorded before. */
export interface LedgerAnswer {
  readonly outcome: 'CREATED' | 'EXISTS' | 'CONFLICT';
  /** False while a consensus is out. */
  readonly applied: boolean;
  readonly trustBefore: number;
  readonly trustAfter: number;
  /** What was recorded was taken back since. */
  readonly retracted: boolean;
}

/** The policy's name and its constants as JSON, as each entry keeps them. */
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
  /** What the threshold counts: voices, each once; signals; or agents, each once however many sessions it has. */
  readonly of: 'voices' | 'signals' | 'agents';
  readonly settled: number;
  /** What settles: voices that were given the node in a context or had a part in moving it, uses of any kind, or nothing. */
  readonly settledBy: 'voices' | 'uses' | 'never';
  /** Contexts, and entries, among which those voices are looked for. */
  readonly looked: number;
  /** Whether a signal counts by how often others agreed with its agent, (agreed + 1) / (decided + 2) of its last decided ones. */
  readonly agentWeight: 'none' | 'agreement';
  /** Minimum weight of an agent. */
  readonly agentFloor: number;
  /** How many decided signals of an agent are looked at. */
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

/** Takes locks in one order, before several ledgers are written. */
export const lockKnowledge = writeStatement<
  { rows: readonly Pick<LedgerRow, 'namespace' | 'ref'>[] },
  Pick<LedgerRow, 'namespace' | 'ref'>
>('evidence/lock-knowledge');

/** Work whose progress is evidence: the steps of a plan, the validations of a task. */
export interface ObservingWork {
  readonly namespace: string;
  /** That the ids of its entries begin with. */
  readonly prefix: string;
  readonly planId: string | null;
  readonly taskId: string | null;
}

export const listMoved = readStatement<
  { rows: readonly (ObservingWork & { n: number })[] },
  { n: number; ref: string }
>('evidence/list-moved');

/** What an entry came with first, and the trust it made. */
export interface FoundEntry {
  readonly learningId: string | null;
  readonly trustBefore: number | null;
  readonly trustAfter: number | null;
  /** It was taken back since. */
  readonly retracted: boolean;
}

export const findEntries = readStatement<
  { rows: readonly { n: number; namespace: string; id: string }[] },
  FoundEntry & { n: number }
>('evidence/find-entries');

/** What a node began with, and how it stands. */
export interface NodeStanding {
  readonly ref: string;
  readonly initialTrust: number;
  readonly since: Date;
  readonly trust: number;
  /** Null where it does not decay. */
  readonly decaysSince: Date | null;
  readonly updatedAt: Date;
  readonly tried: number;
  readonly succeeded: number;
}

export const findStandings = readStatement<{ namespace: string; refs: readonly string[] }, NodeStanding>(
  'evidence/find-standings',
);

/** What a RETRACTION changes beside its own entry. */
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
