import { readStatement, repeatableStatement, writeStatement } from '../graph/statement.js';
import type { DistillationJob, SessionOutcome } from './distillation.model.js';
import type { MemoryScope } from '../memories/memories.model.js';

/** The caller who reads jobs. A job is visible to the same callers as the memories of its scope. */
export interface JobReader {
  readonly namespace: string;
  readonly visible: readonly string[];
}

/** Properties of a session that are stored when it is queued. */
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

/** Identifies a worker's claim to a job, which is valid until its lease ends. */
export interface JobKey {
  readonly namespace: string;
  readonly id: string;
  readonly token: number;
}

/** Properties of one part of a session: the turns from the first new one on. */
export interface StoredPart {
  readonly jobId: string;
  readonly visibility: string;
  readonly turns: number;
  readonly turnsHash: string;
  readonly skipped: number;
  /** Each entry is a count and a type, separated by a space. */
  readonly skippedTypes: readonly string[];
  /** Each entry is a path and the name of a rule, separated by a space. */
  readonly redacted: readonly string[];
  readonly now: Date;
}

/** A session that was queued before, or is a conversation. */
export interface KnownSession {
  readonly session: Pick<StoredSession, 'outcome' | 'scope' | 'team' | 'project'> & {
    /** Number of turns; null for sessions stored by version 0.2.0 or earlier, like the hash. */
    readonly turns: number | null;
    readonly turnsHash: string | null;
    /** Null for a conversation that was never queued. */
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
  /** Number of attempts, including the present one. */
  readonly attempts: number;
  /** Number of consecutive earlier attempts that could not reach the LLM. They do not count as attempts. */
  readonly waits: number;
  /** When the job was queued, or last retried by a user. */
  readonly waitingSince: Date;
  /** The LLM's reply to an earlier attempt, which is used instead of a new request. */
  readonly reply: string | null;
  readonly visibility: string;
  readonly part: number;
  /** Number of the part's first turn; null for sessions stored by version 0.2.0 or earlier. */
  readonly firstTurn: number | null;
}

/** Titles of the memories distilled from earlier parts of the session. */
interface Earlier {
  readonly earlier: readonly string[];
}

/** A job that this worker holds by a lease, with the session to distil. */
export type ClaimedJob = JobKey & Tries & StoredSession & Earlier;

/** How a job is returned to the queue. */
export interface PutBack {
  /** Null keeps the previous error. */
  readonly error: string | null;
  readonly errorCode: string | null;
  /** Whether this attempt is counted. */
  readonly counts: boolean;
  /** Number of consecutive attempts that could not reach the LLM. */
  readonly waits: number;
  readonly dueAt: Date;
}

/** A job, with the data by which subscriptions order its changes and show them only to callers who may see the job. */
export interface ChangedJob extends StoredJob {
  readonly version: number;
  readonly visibility: string;
  readonly changedAt: Date;
}

/** A job as stored in the graph, where each redaction is one text. */
export type StoredJob = Omit<DistillationJob, 'redacted' | 'skippedTypes'> & {
  readonly redacted: readonly string[];
  readonly skippedTypes: readonly string[];
};

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

export const settleSession = repeatableStatement<
  { namespace: string; sessionId: string; outcome: SessionOutcome },
  { outcome: SessionOutcome }
>('memories/settle-session');

export const findDueJob = readStatement<{ now: Date }, { id: string }>('memories/find-due-job');

export const claimJobs = writeStatement<
  { owner: string; limit: number; now: Date; until: Date },
  { job: JobKey & Tries & { sessionId: string }; session: Omit<StoredSession, 'namespace' | 'sessionId'> } & Earlier
>('memories/claim-jobs');

export const renewJobs = repeatableStatement<
  { jobs: readonly JobKey[]; until: Date },
  { namespace: string; id: string }
>('memories/renew-jobs');

/** Safe to repeat: only the worker that holds the job writes its reply. */
export const keepReply = repeatableStatement<JobKey & { reply: string; until: Date }, { id: string }>(
  'memories/keep-reply',
);

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

/** Filter for the failed jobs to retry; null accepts any value. */
export interface RetryFilter {
  readonly jobIds: readonly string[] | null;
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
