// The two sides of a comparison of searches, and rounds in which they alternate.
import neo4j from 'neo4j-driver';
import { toDriver } from '../../dist/graph/values.js';
import { kinds as served } from '../../dist/kinds.js';
import { findAndRank } from '../../dist/search/candidates.js';
import { luceneQuery, termsOf } from '../../dist/search/lucene.js';
import { ROUNDS, usedMs } from './bench.mjs';
import { timed } from './client.mjs';
import { queries } from './data.mjs';
import { cpuMs } from './service-process.mjs';

export const FIRST = 5;
const QUERIES = 200;
/** Number of searches by one side per round. */
const TURNS = 10;
const SEARCH = `query ($query: String!) { search(query: $query, first: ${FIRST}) { totalFound hits { score knowledge { ref title } } } }`;

/** The search through the service, and what {@link rawSearch} returns. */
export async function searchSides(sides) {
  const via = (client) => async (query) => {
    const { search } = await client.query(SEARCH, { query });
    if (search.hits.length !== FIRST) throw new Error(`${search.hits.length} hits, not ${FIRST}, for: ${query}`);
  };
  return { ...(await rawSearch(sides, SEARCH)), via };
}

/**
 * The statements that the service sends for an operation with a `$query`, on the raw driver with another query and its
 * vector (`own`), and `raw(text)`, which runs another statement in their place.
 */
export async function rawSearch({ stub, driver, record }, operation) {
  const transactions = await record((inProcess) => inProcess.query(operation, { query: 'warm up' }));
  const { question, embedded, by } = searchIn(transactions);
  const kinds = served.map(({ kind }) => kind).filter(({ name }) => question.names.includes(name));
  const { namespace } = question;
  const required = Object.fromEntries(
    Object.entries(question.kinds).map(([name, { required: groups }]) => [name, groups]),
  );
  const asked = async (query) => {
    const [vector] = await stub.embed([query]);
    return { vector, lucene: luceneQuery({ namespace, kinds, required, terms: termsOf(query) }) };
  };
  const own = async (query) => {
    const { vector, lucene } = await asked(query);
    await searchAgain(driver, { question: { ...question, lucene }, embedded: { ...embedded, vector }, by });
  };
  const raw = (text) => async (query) => {
    // The parameters of the statements in bench/reference.
    const parameters = { namespace, first: question.first, ...(await asked(query)) };
    const session = driver.session();
    try {
      await session.executeRead((tx) => tx.run(text, toDriver(parameters)));
    } finally {
      await session.close();
    }
  };
  return { own, raw };
}

/** The parameters of the last search among recorded transactions, and how it found candidates by vector. */
export function searchIn(transactions) {
  const { calls } = transactions.findLast(({ calls: inside }) => inside.some(({ statement }) => isWords(statement)));
  const { question, embedded } = calls.findLast(({ statement }) => statement.name === 'search/rank').parameters;
  const by = calls.map(({ statement }) => NEAREST_BY[statement.name]).find((way) => way !== undefined);
  return { question, embedded, by };
}

const isWords = ({ name }) => name === 'search/candidates-by-words';

const NEAREST_BY = {
  'search/candidates-by-vector': 'index',
  'search/candidates-by-scan': 'scan',
  'search/candidates-by-filtered-vector-0': 'filtered index',
  'search/candidates-by-filtered-vector-1': 'filtered index',
};

/** Sends the statements of a search with the raw driver, in one transaction, as the service does. */
export async function searchAgain(driver, { question, embedded, by }) {
  const session = driver.session({ defaultAccessMode: neo4j.session.READ });
  try {
    const transaction = session.beginTransaction();
    const run = async (statement, parameters) =>
      (await transaction.run(statement.text, toDriver(parameters))).records.map((record) => record.toObject());
    await findAndRank({ run }, question, embedded, by);
  } finally {
    await session.close();
  }
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
