import { statfs } from 'node:fs/promises';

const ANSWER_MS = 5_000;
/** Neo4j's error code for every transaction after an unrecoverable failure. */
const FAILED = 'Neo.DatabaseError.Transaction.TransactionStartFailed';

/** Address and login of a database. */
interface Reached {
  readonly ports: { readonly http: number };
  readonly user: string;
  readonly password: string;
}

/**
 * True if the database runs but refuses all transactions until a restart. A database that does not answer does not
 * count as failed.
 */
export async function hasFailed(database: Reached): Promise<boolean> {
  // A database that is only slow must not be killed. If its process ends, another check notices it.
  return (await answerOf(database))?.includes(FAILED) ?? false;
}

/** True if the database executes a transaction, which it cannot do while it opens its data. */
export async function serves(database: Reached): Promise<boolean> {
  return (await answerOf(database))?.includes('"errors":[]') ?? false;
}

/** Returns the database's answer to a transaction; undefined if it does not answer. */
async function answerOf({ ports, user, password }: Reached): Promise<string | undefined> {
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
    return await response.text();
  } catch {
    return undefined;
  }
}

/** Returns the number of bytes available in the file system of this folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
