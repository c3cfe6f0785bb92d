import { readStatement, writeStatement } from '../graph/statement.js';
import type { DistillationJob, SessionOutcome } from './distillation.model.js';
import type { MemoryScope } from './memories.model.js';

/** Who asks: jobs are seen as memories of their scope are. */
export interface JobReader {
  readonly namespace: string;
  readonly visible: readonly string[];
}

/** What is handed in of a session. */
export interface StoredSession {
  readonly namespace: string;
  readonly team: string;
  readonly project: string;
  readonly sessionId: string;
  readonly trace: string;
  readonly outcome: SessionOutcome;
  readonly scope: MemoryScope;
  readonly agent: string | null;
}

/** The right to do one job, until its lease ends. */
export interface JobKey {
  readonly namespace: string;
  readonly id: string;
  readonly token: number;
}

/** What is stored of a part of a session: its turns from those on that were handed in before. */
export interface StoredPart {
  readonly jobId: string;
  readonly visibility: string;
  readonly turns: number;
  readonly turnsHash: string;
  readonly skipped: number;
  /** "path rule" each. */
  readonly redacted: readonly string[];
  readonly now: Date;
}

/** A session that was handed in before. */
export interface KnownSession {
  readonly session: Pick<StoredSession, 'outcome' | 'scope' | 'team' | 'project'> & {
    /** Null, with the hash, of what version 0.2.0 and before stored. */
    readonly turns: number | null;
    readonly turnsHash: string | null;
    readonly requestHash: string | null;
    /** Null of a conversation that was not handed in yet. */
    readonly jobId: string | null;
    readonly deletedAt: Date | null;
  };
  readonly parts: readonly {
    readonly jobId: string;
    readonly lastTurn: number | null;
    readonly turnsHash: string | null;
  }[];
}

interface Tries {
  /** This one included. */
  readonly attempts: number;
  /** Attempts in a row, before this one, that found the LLM away; they do not count. */
  readonly waits: number;
  /** When it was queued, or tried again by hand. */
  readonly waitingSince: Date;
  /** What the LLM answered an earlier owner. */
  readonly reply: string | null;
  readonly visibility: string;
  readonly part: number;
  /** The first turn of the part; null of what version 0.2.0 and before stored. */
  readonly firstTurn: number | null;
}

/** Titles of memories that came of the session before. */
interface Earlier {
  readonly earlier: readonly string[];
}

/** A job that this worker holds by a lease, with the session to distil. */
export type ClaimedJob = JobKey & Tries & StoredSession & Earlier;

/** How a job goes back on the queue. */
export interface PutBack {
  /** Null keeps the one before. */
  readonly error: string | null;
  readonly errorCode: string | null;
  /** Whether the attempt counts. */
  readonly counts: boolean;
  /** Attempts in a row that found the LLM away. */
  readonly waits: number;
  readonly dueAt: Date;
}

/** A job with what subscriptions need to order its changes and to show them only to readers of its scope. */
export interface ChangedJob extends StoredJob {
  readonly version: number;
  readonly visibility: string;
  readonly changedAt: Date;
}

/** As the graph has it: what was cut out is one text each. */
export type StoredJob = Omit<DistillationJob, 'redacted'> & { readonly redacted: readonly string[] };

interface JobRow {
  readonly job: StoredJob;
}

export const findSession = readStatement<{ namespace: string; sessionId: string }, KnownSession>(
  'memories/find-session',
);

export const queueSession = writeStatement<StoredSession & StoredPart, { created: boolean; job: StoredJob }>(
  'memories/queue-session',
);

export const continueSession = writeStatement<
  Pick<StoredSession, 'namespace' | 'sessionId' | 'trace' | 'outcome'> & StoredPart & { known: number },
  JobRow
>('memories/continue-session');

export const settleSession = writeStatement<
  { namespace: string; sessionId: string; outcome: SessionOutcome },
  { outcome: SessionOutcome }
>('memories/settle-session');

export const findDueJob = readStatement<{ now: Date }, { id: string }>('memories/find-due-job');

export const claimJobs = writeStatement<
  { owner: string; limit: number; now: Date; until: Date },
  { job: JobKey & Tries & { sessionId: string }; session: Omit<StoredSession, 'namespace' | 'sessionId'> } & Earlier
>('memories/claim-jobs');

export const renewJobs = writeStatement<{ jobs: readonly JobKey[]; until: Date }, { namespace: string; id: string }>(
  'memories/renew-jobs',
);

export const keepReply = writeStatement<JobKey & { reply: string; until: Date }, { id: string }>('memories/keep-reply');

export const endJob = writeStatement<
  JobKey & {
    status: string;
    error: string | null;
    errorCode: string | null;
    reply: string | null;
    readable: boolean;
    now: Date;
  },
  { id: string }
>('memories/end-job');

export const putBackJob = writeStatement<JobKey & PutBack & { now: Date }, { id: string }>('memories/put-back-job');

export const retryJob = writeStatement<JobReader & { id: string; now: Date }, JobRow>('memories/retry-job');

/** What failed jobs must fit to be tried again; null for any. */
export interface RetryFilter {
  readonly sessionIds: readonly string[] | null;
  readonly errorCodes: readonly string[] | null;
  readonly queuedFrom: Date | null;
  readonly queuedUntil: Date | null;
}

export const retryJobs = writeStatement<JobReader & { filter: RetryFilter; limit: number; now: Date }, { id: string }>(
  'memories/retry-jobs',
);

export const findJob = readStatement<JobReader & { id: string }, JobRow>('memories/find-job');

type Listing = JobReader & { before: string; limit: number };
export const listJobs = readStatement<Listing, JobRow>('memories/list-jobs');
export const listJobsByStatus = readStatement<Listing & { status: string }, JobRow>('memories/list-jobs-by-status');

export const countJobs = readStatement<JobReader & { statuses: readonly string[] }, { total: number }>(
  'memories/count-jobs',
);

export const listChangedJobs = readStatement<{ namespace: string; since: Date; limit: number }, { job: ChangedJob }>(
  'memories/list-changed-jobs',
);

export const listDistilled = readStatement<
  { namespace: string; sessionIds: readonly string[] },
  { sessionId: string; memoryIds: readonly string[] }
>('memories/list-distilled');
