import { resolve } from 'node:path';
import { foldersOf } from '../../src/managed/folders.js';
import { readClaim } from '../../src/managed/process-file.js';

/** Returns the ids of the process that holds the folder's database, and of its guard. */
export function lockOf(dataDir: string): { readonly pid: number; readonly guardPid?: number } | undefined {
  return readClaim<{ readonly guardPid?: number }>(foldersOf(resolve(dataDir)).lockFile);
}
