import { statfs } from 'node:fs/promises';

const ANSWER_MS = 5_000;
/** What Neo4j answers to each transaction once it has met a failure that it does not survive. */
const FAILED = 'Neo.DatabaseError.Transaction.TransactionStartFailed';

/** What it takes to ask a database something. */
interface Reached {
  readonly ports: { readonly http: number };
  readonly user: string;
  readonly password: string;
}

/** True when the database runs but refuses each transaction until it is started again. One that does not answer has not said so. */
export async function hasFailed(database: Reached): Promise<boolean> {
  // Its process is watched beside this; one that is only slow is no reason to end it.
  return (await answerOf(database))?.includes(FAILED) ?? false;
}

/** True when it carries out a transaction, which it does not while its data is being taken over. */
export async function serves(database: Reached): Promise<boolean> {
  return (await answerOf(database))?.includes('"errors":[]') ?? false;
}

/** What it answers to a transaction; undefined when it does not answer. */
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

/** Bytes that may still be written in the file system of this folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
