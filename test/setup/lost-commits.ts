import { cypherFileNames, sentText } from '../../src/graph/statement.js';
import { FaultyProxy } from '../support/faulty-proxy.js';

/** Besides the first commit of each statement, one of so many is lost. */
const EVERY = 20;
/** So many characters at either end identify a statement; the driver may send the rest in pieces. */
const SHOWN = 60;

const WRITES = /\b(CREATE|MERGE|SET|DELETE|REMOVE)\b/;

/**
 * Puts a proxy before the tests' database that loses the answer of the first commit of each write statement, and of some
 * later ones (`npm run test:lost-commits`): the service then sends the transaction again, and a write that is doubled by
 * that fails the tests that expect it once.
 *
 * @returns ends the proxy and prints the write statements that no lost commit contained
 */
export async function loseCommits(): Promise<() => Promise<void>> {
  const proxy = await FaultyProxy.before(process.env.TEST_NEO4J_URI ?? '');
  const unseen = new Map(
    cypherFileNames()
      .filter((name) => !/^(schema|migrations|explore)\//.test(name))
      .map((name) => [name, sentText(name)] as const)
      .filter(([, text]) => WRITES.test(text))
      .map(([name, text]) => [name, [text.slice(0, SHOWN), text.slice(-SHOWN)]]),
  );
  const all = unseen.size;
  let commits = 0;
  proxy.losesCommit = (transaction) => {
    const first = [...unseen].filter(([, ends]) => ends.some((end) => transaction.includes(end)));
    for (const [name] of first) unseen.delete(name);
    commits += 1;
    return first.length > 0 || commits % EVERY === 0;
  };
  process.env.TEST_NEO4J_URI = proxy.uri;
  return async () => {
    process.stdout.write(`\nAnswers lost: ${proxy.lost} of ${commits} commits. `);
    process.stdout.write(
      `Of ${all} write statements none was lost of ${unseen.size}: ${[...unseen.keys()].join(', ')}\n`,
    );
    await proxy.close();
  };
}
