// The two sides of a search, and rounds in which they take turns.
import neo4j from 'neo4j-driver';
import { toDriver } from '../../dist/graph/values.js';
import { luceneQuery, termsOf } from '../../dist/search/lucene.js';
import { callOf, NAMESPACE, ROUNDS, usedMs } from './bench.mjs';
import { timed } from './client.mjs';
import { queries } from './data.mjs';
import { cpuMs } from './service-process.mjs';

export const FIRST = 5;
export const QUERIES = 200;
const SEARCH = `query ($query: String!) { search(query: $query, first: ${FIRST}) { totalFound hits { score knowledge { ref title } } } }`;

/**
 * The search of the service, and `raw(text)`: a statement with the parameters that the service sends, but with a query
 * and vector of its own.
 */
export async function searchSides({ stub, driver, record }) {
  const recorded = await record((inProcess) => inProcess.query(SEARCH, { query: 'warm up' }));
  const { statement, parameters } = callOf(recorded, /^search\/find-by-text-and-/);
  const raw = (text) => async (query) => {
    const [vector] = await stub.embed([query]);
    const { kinds, required, fetch = 0 } = parameters;
    const lucene = luceneQuery({ namespace: NAMESPACE, kinds, required, terms: termsOf(query) });
    const own = { ...toDriver({ ...parameters, lucene, vector: null }), vector, fetch: neo4j.int(fetch) };
    const session = driver.session();
    try {
      await session.executeRead((tx) => tx.run(text, own));
    } finally {
      await session.close();
    }
  };
  const via = (client) => async (query) => {
    const { search } = await client.query(SEARCH, { query });
    if (search.hits.length !== FIRST) throw new Error(`${search.hits.length} hits, not ${FIRST}, for: ${query}`);
  };
  return { statement, raw, via };
}

/**
 * Each side in turn, round after round.
 *
 * @param sides by name: a search, or `{ search, pid, count }` of a process with its CPU and a number of queries
 * @returns by name, one entry a round: times of `each`, `totalMs`, `count`, and `cpu`, milliseconds a search
 */
export async function searchRounds(sides, inFlight, seed) {
  const rounds = Object.fromEntries(Object.keys(sides).map((side) => [side, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, [side, { search, pid, count = QUERIES }]] of Object.entries(sides).entries()) {
      // Never the same query twice, so that no cache of query vectors answers.
      const inputs = queries(count, seed + round * 10 + index);
      const before = pid ? cpuMs(pid) : process.cpuUsage();
      const times = await timed(inputs, inFlight, search);
      const cpu = (pid ? cpuMs(pid) - before : usedMs(before)) / count;
      if (round > 0) rounds[side].push({ ...times, count, cpu });
    }
  }
  return rounds;
}
