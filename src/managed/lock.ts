import { setTimeout as delay } from 'node:timers/promises';
import { ManagedNeo4jError, type ReportProgress } from './errors.js';
import type { Folders } from './folders.js';
import { claimFile, isAlive, isRunning, type Claim } from './process-file.js';

const POLL_MS = 100;
/** Maximum time for the database of a killed service to stop. */
const PREDECESSOR_MS = 40_000;

/** Content of the lock of a database's folder. */
export interface Lock {
  /** Process that uses the folder, too, and may outlive the owner of the lock. */
  readonly guardPid?: number;
}

/** Only one process may use the folder at a time. The database of a killed process gets some time to stop. */
export async function takeLock(folders: Folders, report: ReportProgress): Promise<Claim<Lock>> {
  const until = Date.now() + PREDECESSOR_MS;
  const guardLives = ({ guardPid }: Lock) => guardPid !== undefined && isRunning(guardPid);
  for (;;) {
    const result = claimFile<Lock>(folders.lockFile, {}, guardLives);
    if ('claim' in result) return result.claim;
    if (isAlive(result.heldBy) || Date.now() > until) {
      throw new ManagedNeo4jError(
        `The database in ${folders.base} is already in use (by process ${result.heldBy.pid}). ` +
          'End that one, or set HEARTWOOD_DATA_DIR to another folder.',
      );
    }
    report({ title: 'Waiting for the database of the last run to stop' });
    await delay(POLL_MS);
  }
}
