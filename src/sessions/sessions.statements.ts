import { readStatement } from '../graph/statement.js';
import type { Session } from './sessions.model.js';

interface Readable {
  readonly namespace: string;
  readonly reader: { readonly team: string; readonly projects: readonly string[] };
}

export const listSessions = readStatement<Readable & { after: string; limit: number }, { session: Session }>(
  'conversations/list-sessions',
);

export const countSessions = readStatement<Readable, { total: number }>('conversations/count-sessions');
