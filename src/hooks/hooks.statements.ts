import { writeStatement } from '../graph/statement.js';

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
