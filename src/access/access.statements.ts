import { readStatement, writeStatement } from '../graph/statement.js';
import type { StoredKey } from './api-key.js';

export const listKeys = readStatement<object, StoredKey>('access/list-keys');

export const createKey = writeStatement<Omit<StoredKey, 'revokedAt'>, StoredKey>('access/create-key');

/** `kept` means that nothing was changed, because the key is the last admin key of its scope. */
export const revokeKey = writeStatement<
  { id: string; namespaces: readonly string[]; configured: readonly string[]; all: string; now: Date },
  StoredKey & { kept: boolean }
>('access/revoke-key');
