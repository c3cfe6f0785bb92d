import { readStatement, writeStatement } from '../graph/statement.js';

export const listMovable = readStatement<{ namespace: string; visibility: string; limit: number }, { id: string }>(
  'memories/list-movable',
);

export const moveMemories = writeStatement<
  { namespace: string; ids: readonly string[]; from: string; to: string; visibility: string; now: Date },
  { id: string }
>('memories/move-memories');
