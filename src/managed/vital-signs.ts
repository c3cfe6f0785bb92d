import { statfs } from 'node:fs/promises';
import type { ManagedNeo4j } from './managed-neo4j.js';

const ANSWER_MS = 5_000;
/** What Neo4j answers to each transaction once it has met a failure that it does not survive. */
const FAILED = 'Neo.DatabaseError.Transaction.TransactionStartFailed';

/** True when the database runs but refuses each transaction until it is started again. One that does not answer has not said so. */
export async function hasFailed({ ports, user, password }: ManagedNeo4j): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${ports.http}/db/neo4j/tx/commit`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ statements: [{ statement: 'RETURN 1' }] }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return (await response.text()).includes(FAILED);
  } catch {
    // Its process is watched beside this; one that is only slow is no reason to end it.
    return false;
  }
}

/** Bytes that may still be written in the file system of this folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
