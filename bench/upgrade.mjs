// npm run bench:upgrade: a database of release 0.1.0 with 100,000 items, memories and pieces (`-- --rows N` for another
// number), on which the present version starts, with the default embedding model. Measures when it is ready, how long
// searches take meanwhile, when the stored data is converted, and how fast the texts get their vectors. Prints a table.
import { setTimeout as delay } from 'node:timers/promises';
import neo4j from 'neo4j-driver';
import { readCypherFile } from '../dist/graph/statement.js';
import { fromDump, nodes, storeGraph } from '../test/data/0.1.0/graph.mjs';
import { batchesOf } from './lib/batches.mjs';
import { graphqlClient } from './lib/client.mjs';
import { catalog, queries } from './lib/data.mjs';
import { withDatabase } from './lib/database.mjs';
import { startServiceProcess } from './lib/service-process.mjs';
import { quantile, table } from './lib/stats.mjs';

const NAMESPACE = 'demo-0.1.0';
const place = process.argv.indexOf('--rows');
const ROWS = place === -1 ? 100_000 : Number(process.argv[place + 1]);
/** Shares of the kinds among the copies. */
const SHARES = { ITEM: 0.6, MEMORY: 0.2, PIECE: 0.2 };
/** Properties that each copy has of its own. */
const OWN = ['id', 'ref', 'title', 'text'];
const AT_ONCE = 5_000;
/** Searches run for this long once the service is ready. */
const WATCHED_MS = 120_000;

/** Writes the graph as 0.1.0 left it, and copies of its knowledge with texts of their own. */
async function store(driver) {
  await storeGraph(driver, (name) => readCypherFile(name).text);
  const texts = catalog(ROWS, 3);
  let written = 0;
  for (const [kind, share] of Object.entries(SHARES)) {
    const like = nodes.find(({ properties }) => properties.kind === kind);
    const others = fromDump(
      Object.fromEntries(Object.entries(like.properties).filter(([name]) => !OWN.includes(name))),
    );
    const prefix = kind.toLowerCase();
    const own = texts.slice(written, (written += Math.round(ROWS * share))).map(({ knowledge_id, description }) => ({
      ...{ id: knowledge_id, ref: `${prefix}:${knowledge_id}`, title: knowledge_id.replaceAll('_', ' ') },
      text: description,
    }));
    for (const rows of batchesOf(own, AT_ONCE)) {
      await driver.executeQuery(
        `UNWIND $rows AS row CREATE (node:$($labels))
         SET node = $like, node += row {.*, description: row.text, content: row.text}`,
        { rows, labels: like.labels, like: others },
      );
    }
  }
  await driver.executeQuery('CALL db.awaitIndexes(3600)');
}

const SEARCH = 'query ($query: String!) { search(query: $query, first: 5) { totalFound hits { score } } }';
const STATUS = '{ status { embedder { stale problem } dataMigrations { name appliedAt } } }';

await withDatabase(async (database) => {
  const driver = neo4j.driver(database.uri, neo4j.auth.basic(database.user, database.password));
  await store(driver);
  await driver.close();
  console.error(`${ROWS.toLocaleString('en')} copies are stored`);

  const before = performance.now();
  const service = await startServiceProcess({
    NEO4J_URI: database.uri,
    NEO4J_USER: database.user,
    NEO4J_PASSWORD: database.password,
    SAMPLE: 'false',
  });
  const readyMs = performance.now() - before;
  const client = graphqlClient(service.url, NAMESPACE);
  const times = [];
  const left = [];
  let problem;
  let converted;
  try {
    const began = performance.now();
    for (const query of queries(100_000, 9)) {
      const at = performance.now() - began;
      if (at > WATCHED_MS) break;
      const { search } = await client.query(SEARCH, { query });
      if (search.hits.length === 0) throw new Error(`no hit for ${query}`);
      times.push(performance.now() - began - at);
      const { status } = await client.query(STATUS);
      left.push({ at, stale: status.embedder.stale });
      problem = status.embedder.problem;
      if (!converted && status.dataMigrations.every(({ appliedAt }) => appliedAt !== null)) converted = at;
      await delay(500);
    }
  } finally {
    client.close();
    await service.stop();
  }
  const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;
  const [first, last] = [left.find(({ stale }) => stale < left[0].stale), left.at(-1)];
  const perSecond = first && (first.stale - last.stale) / ((last.at - first.at) / 1_000);
  console.log(
    table(
      ['what', 'measured'],
      [
        ['start, until it is ready', seconds(readyMs)],
        ['first search', `${times[0].toFixed(0)} ms`],
        [
          `searches in the next ${WATCHED_MS / 1_000} s: median, 95th percentile, slowest`,
          [0.5, 0.95, 1].map((q) => `${quantile(times, q).toFixed(0)} ms`).join(', '),
        ],
        [
          'stored data is converted',
          converted === undefined ? 'later than that' : `${seconds(converted)} after it is ready`,
        ],
        [
          'vectors',
          perSecond ? `${perSecond.toFixed(0)} texts/s, ${last.stale.toLocaleString('en')} left` : (problem ?? 'none'),
        ],
      ],
    ),
  );
});
