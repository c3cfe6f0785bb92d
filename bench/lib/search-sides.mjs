// The two sides of a comparison of searches, and rounds in which they alternate.
import neo4j from 'neo4j-driver';
import { toDriver } from '../../dist/graph/values.js';
import { kinds as served } from '../../dist/kinds.js';
import { luceneQuery, termsOf } from '../../dist/search/lucene.js';
import { callOf, ROUNDS, usedMs } from './bench.mjs';
import { timed } from './client.mjs';
import { queries } from './data.mjs';
import { cpuMs } from './service-process.mjs';

export const FIRST = 5;
const QUERIES = 200;
/** Number of searches by one side per round. */
const TURNS = 10;
const SEARCH = `query ($query: String!) { search(query: $query, first: ${FIRST}) { totalFound hits { score knowledge { ref title } } } }`;

/**
 * The search through the service, and `raw(text)`: the same statement with the parameters that the service sends, but
 * with its own query and vector.
 */
export async function searchSides(sides) {
  const { statement, raw } = await rawSearch(sides, SEARCH, /^search\/find-by-text-and-/);
  const via = (client) => async (query) => {
    const { search } = await client.query(SEARCH, { query });
    if (search.hits.length !== FIRST) throw new Error(`${search.hits.length} hits, not ${FIRST}, for: ${query}`);
  };
  return { statement, raw, via };
}

/**
 * The search statement that the service sends for an operation with a `$query`, and `raw(text)` to run another one in
 * its place.
 */
export async function rawSearch({ stub, driver, record }, operation, name) {
  const recorded = await record((inProcess) => inProcess.query(operation, { query: 'warm up' }));
  const { statement, parameters } = callOf(recorded, name);
  const raw = (text) => async (query) => {
    const [vector] = await stub.embed([query]);
    const { question, fetch = 0 } = parameters;
    const { namespace, required } = question;
    const kinds = served.map(({ kind }) => kind).filter(({ name }) => question.kinds.includes(name));
    const lucene = luceneQuery({ namespace, kinds, required, terms: termsOf(query) });
    // The parameters of the statements in bench/reference, besides those that the service sends.
    const asked = { ...parameters, question: { ...question, lucene }, namespace, lucene, vector: null };
    const own = { ...toDriver(asked), vector, fetch: neo4j.int(fetch) };
    const session = driver.session();
    try {
      await session.executeRead((tx) => tx.run(text, own));
    } finally {
      await session.close();
    }
  };
  return { statement, raw };
}

/**
 * Measures each side in turn, round after round. If queries are sent one at a time, the sides also alternate within a
 * round, because the speed of the database varies over seconds by as much as the sides differ.
 *
 * @param sides by name: a search, or `{ search, pid, count }` with the process whose CPU is measured and a number of
 *   queries
 * @returns by name, one entry per round: times of `each`, `totalMs`, `count`, and `cpu` in ms per search
 */
export async function searchRounds(sides, inFlight, seed) {
  const turns = inFlight === 1 ? TURNS : 1;
  const rounds = Object.fromEntries(Object.keys(sides).map((side) => [side, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    const running = Object.entries(sides).map(([side, { search, pid, count = QUERIES }], index) => {
      // Each query is different, so that no cache of query vectors is used.
      const inputs = queries(count, seed + round * 10 + index);
      return { side, search, pid, inputs, sum: { each: [], totalMs: 0, count, cpu: 0 } };
    });
    for (let turn = 0; turn < turns; turn++) {
      for (const { search, pid, inputs, sum } of running) {
        const before = pid ? cpuMs(pid) : process.cpuUsage();
        const own = inputs.slice((sum.count * turn) / turns, (sum.count * (turn + 1)) / turns);
        const { each, totalMs } = await timed(own, inFlight, search);
        sum.each.push(...each);
        sum.totalMs += totalMs;
        sum.cpu += (pid ? cpuMs(pid) - before : usedMs(before)) / sum.count;
      }
    }
    if (round > 0) for (const { side, sum } of running) rounds[side].push(sum);
  }
  return rounds;
}
