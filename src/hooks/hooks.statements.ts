import type { Groups } from '../common/caller.js';
import { readStatement, writeStatement } from '../graph/statement.js';
import type { CaptureStatus, IgnoredTurn } from './hooks.model.js';

interface SessionKey {
  readonly namespace: string;
  readonly id: string;
}

/** A session of a connected agent. */
export interface CapturedSession {
  readonly client: string;
  /** Project of its first event, which it keeps. */
  readonly project: string;
  readonly agent: string;
  /** Receipt of the context that was put before one of its prompts. */
  readonly receiptId: string | null;
  readonly retractedAt: Date | null;
}

export const openSession = writeStatement<
  SessionKey & {
    session: { client: string; team: string; project: string; agent: string };
    prompt: string | null;
    prompts: number;
    projects: readonly string[] | null;
    now: Date;
  },
  { readonly session: CapturedSession; readonly mayGive: boolean }
>('hooks/open-session');

export const deliverContext = writeStatement<SessionKey & { receiptId: string }, object>('hooks/deliver-context');

/** A turn as it is stored. */
export interface StoredTurn {
  readonly id: string;
  readonly at: Date;
  readonly prompt: string;
  /** JSON of its steps. */
  readonly steps: string;
  readonly verdict: 'success' | 'failure' | 'undecided';
  /** Ids of the receipts that our own tools gave in it. */
  readonly receipts: readonly string[];
  readonly learningIds: readonly string[] | null;
  readonly client: string;
  /** Null until the turn is judged. */
  readonly outcome: string | null;
  readonly why: string | null;
}

export const saveTurn = writeStatement<
  { namespace: string; session: string; id: string; turn: Readonly<Record<string, unknown>> },
  { readonly answer: string | null }
>('hooks/save-turn');

export const listTurns = readStatement<
  { namespace: string; session: string; groups: Groups; limit: number },
  { readonly turn: StoredTurn }
>('hooks/list-turns');

export const findOwners = readStatement<
  { namespace: string; asked: readonly { n: number; query: string }[]; limit: number },
  { readonly n: number; readonly refs: readonly string[] }
>('hooks/find-owners');

export const answerTurn = writeStatement<
  {
    namespace: string;
    id: string;
    credited: readonly string[] | null;
    result: { answer: string; outcome: string; why: string; learningIds: readonly string[] };
    matches: readonly { ref: string; match: Readonly<Record<string, unknown>> }[];
  },
  object
>('hooks/answer-turn');

interface OfClient {
  readonly namespace: string;
  readonly client: string | null;
}

export const readStatus = readStatement<OfClient, Omit<CaptureStatus, 'ignored'>>('hooks/read-status');

export const listIgnored = readStatement<OfClient & { groups: Groups; limit: number }, IgnoredTurn>(
  'hooks/list-ignored',
);

export const deleteOld = writeStatement<{ before: Date; limit: number }, { readonly deleted: number }>(
  'hooks/delete-old',
);

/** A retracted session. */
export interface ClosedSession {
  readonly at: Date;
  readonly reason: string;
  /** Receipts to which it gave an outcome that stands. */
  readonly receiptIds: readonly string[];
  readonly learningIds: readonly string[];
}

export const closeSession = writeStatement<SessionKey & { groups: Groups; now: Date; reason: string }, ClosedSession>(
  'hooks/close-session',
);

interface DecidedMatch {
  readonly namespace: string;
  readonly turn: string;
  readonly ref: string;
  readonly followed: boolean;
  readonly groups: Groups;
}

export const decideMatch = writeStatement<DecidedMatch, { readonly waitsSince: Date }>('hooks/decide-match');

export const awaitMatch = writeStatement<DecidedMatch & { waitsSince: Date }, { readonly id: string }>(
  'hooks/await-match',
);
