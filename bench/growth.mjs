// npm run bench:growth: a year of use. Measures starts, answers and memory of a service with 10,000 observations, and again
// after the raw driver has added observations up to 10,000,000 (`-- --rows N` for another number). Prints a table. It
// takes about half an hour, and 13 GB of disk.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import neo4j from 'neo4j-driver';
import { startManagedNeo4j } from '../dist/managed/managed-neo4j.js';
import { batchesOf } from './lib/batches.mjs';
import { graphqlClient, timed } from './lib/client.mjs';
import { catalog, generator, queries } from './lib/data.mjs';
import { startServiceProcess } from './lib/service-process.mjs';
import { median, quantile, table } from './lib/stats.mjs';

const NAMESPACE = 'year';
const ITEMS = 1_000;
const FEW = 10_000;
const place = process.argv.indexOf('--rows');
const MANY = place === -1 ? 10_000_000 : Number(process.argv[place + 1]);
/** Items whose observations are written in one transaction, and how many of each. */
const AT_ONCE = { items: 500, each: 20 };
const YEAR_MS = 365 * 24 * 3_600_000;
const BEGIN = Date.now() - YEAR_MS;
const CALLS = 200;
/** Observations that are retracted, of items with the longest ledgers. */
const RETRACTED = 5;

const settings = {
  jarsFile: fileURLToPath(new URL('../.data/neo4j-jars.json', import.meta.url)),
  generation: '5.26',
  ports: { bolt: 0, http: 0 },
  memory: { heap: 2_048, pageCache: 1_024 },
};

const CREATE = `
UNWIND $rows AS row
MATCH (item:Knowledge {namespace: $namespace, ref: row.ref})
SET item.trust = row.trust, item.updatedAt = datetime({epochMillis: toInteger(row.until)}), item.tried = toFloat(row.tried),
  item.succeeded = toFloat(row.succeeded)
WITH item, row
UNWIND row.entries AS entry
CREATE (item)-[:HAS_EVIDENCE]->(:Evidence {namespace: $namespace, id: entry.id,
  kind: CASE WHEN entry.positive THEN 'STEP_SUCCESS' ELSE 'STEP_FAILURE' END,
  title: CASE WHEN entry.positive THEN 'step success +' ELSE 'step failure −' END,
  positive: entry.positive, weight: CASE WHEN entry.positive THEN 0.05 ELSE 0.95 END,
  trustBefore: entry.before, trustAfter: entry.after, sequence: toInteger(entry.sequence), uses: 0, state: 'APPLIED',
  at: datetime({epochMillis: toInteger(entry.at)}), appliedAt: datetime({epochMillis: toInteger(entry.at)}),
  agent: entry.agent, session: 'session-' + entry.plan, planId: entry.plan, stepNum: toInteger(entry.step),
  requestHash: entry.id, policy: 'factor', policyConstants: $constants})`;
const CONSTANTS = JSON.stringify({ factor: 0.95, floor: 0.5, share: 0.05, recovery: 'all' });

const random = generator(11);
const ledgers = catalog(ITEMS).map(({ knowledge_id: id }, n) => ({
  ...{ ref: `item:${id}`, id, sequence: 0, trust: 1, tried: 0, succeeded: 0 },
  /** Ids of failures, if one of them is to be retracted. */
  failures: n < 4 * RETRACTED ? [] : undefined,
}));

/** The next observations of an item, by the rule of seed 000: failures multiply the trust, successes raise it. */
function observed(ledger, count, stepMs) {
  const entries = Array.from({ length: count }, () => {
    const { sequence, trust } = ledger;
    const positive = random() < 0.7;
    ledger.trust = positive ? trust + 0.05 * (1 - trust) : Math.max(0.5, trust * 0.95);
    ledger.sequence += 1;
    ledger.tried += 1;
    ledger.succeeded += positive ? 1 : 0;
    const at = Math.floor(BEGIN + sequence * stepMs);
    const plan = `${ledger.id}-${Math.floor(sequence / 5)}`;
    const id = `report-step:${plan}:${sequence % 5}:${positive ? 'SUCCESS' : 'FAILURE'}`;
    if (!positive) ledger.failures?.push(id);
    return {
      positive,
      before: trust,
      after: ledger.trust,
      sequence,
      at,
      plan,
      step: sequence % 5,
      agent: `agent-${sequence % 40}`,
      id,
    };
  });
  const { ref, trust, tried, succeeded } = ledger;
  return { ref, trust, tried, succeeded, until: entries.at(-1).at, entries };
}

async function grow(driver, upTo) {
  const each = upTo / ITEMS;
  const stepMs = YEAR_MS / (MANY / ITEMS + 1);
  // Two writers, each with its own half of the items.
  await Promise.all(
    batchesOf(ledgers, AT_ONCE.items).map(async (half) => {
      while (half[0].sequence < each) {
        const count = Math.min(AT_ONCE.each, each - half[0].sequence);
        const rows = half.map((ledger) => observed(ledger, count, stepMs));
        await driver.executeQuery(CREATE, { namespace: NAMESPACE, rows, constants: CONSTANTS });
      }
    }),
  );
}

/** Bytes that a process keeps in memory. */
function resident(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;
}

function bytesOf(folder) {
  return Number(execFileSync('du', ['-sb', folder], { encoding: 'utf8' }).split('\t')[0]);
}

const SEARCH = 'query ($query: String!) { search(query: $query, first: 10) { hits { score } } }';
const CONTEXT = 'query ($query: String!) { context(input: { query: $query, first: 5 }) { receiptId } }';
const OUTCOME = 'mutation ($input: OutcomeInput!) { reportOutcome(input: $input) { id } }';
const LEARN = 'mutation ($input: LearningInput!) { attachLearning(input: $input) { trustAfter } }';
const EVIDENCE = 'query ($id: ID!) { knowledgeItem(id: $id) { evidence(first: 20) { nodes { id } } } }';
const CURVE = 'query ($id: ID!) { knowledgeItem(id: $id) { trustCurve(points: 100) { trust } } }';
const RETRACT = 'mutation ($ref: String!) { retract(ref: $ref, reason: "measured") { __typename } }';
const AUDIT = 'query ($since: DateTime) { audit(since: $since, first: 20) { nodes { at } } }';

/** Answers, each as the times of its calls in ms. */
async function answers(client) {
  const results = {};
  const measure = async (name, inputs, work) => {
    for (const input of inputs.slice(0, 10)) await work(input);
    results[name] = (await timed(inputs.slice(10), 1, work)).each;
  };
  const asked = queries(CALLS + 10, 5);
  const items = ledgers.filter((_, n) => n % 4 === 0);
  await measure('search', asked, (query) => client.query(SEARCH, { query }));
  const receipts = [];
  await measure('context', asked, async (query) => {
    receipts.push((await client.query(CONTEXT, { query })).context.receiptId);
  });
  await measure('outcome of a context', receipts, (receiptId) =>
    client.query(OUTCOME, { input: { receiptId, success: true } }),
  );
  await measure('learning from a failure', items.slice(0, CALLS), ({ id }) =>
    client.query(LEARN, {
      input: {
        ...{ itemId: id, kind: 'SELF_EXPLORATION', task: 'measure', stepNum: 1, originalError: 'not found' },
        originalAction: { tool_name: 'Click-Tool' },
      },
    }),
  );
  await measure('newest 20 observations of an item', items, ({ id }) => client.query(EVIDENCE, { id }));
  await measure('chart of the trust of an item, 100 points', items, ({ id }) => client.query(CURVE, { id }));
  const since = new Date(Date.now() - 24 * 3_600_000).toISOString();
  await measure('audit of the last day', items.slice(0, 50), () => client.query(AUDIT, { since }));
  return results;
}

/** Times in ms to retract the middle failure of a ledger, whose trust is then computed again. */
async function retractions(client, from) {
  const each = [];
  // With few observations, an item may have no failure.
  const items = ledgers.slice(from, from + 2 * RETRACTED).filter(({ failures }) => failures.length > 0);
  for (const { failures } of items.slice(0, RETRACTED)) {
    const id = failures[Math.floor(failures.length / 2)];
    const before = performance.now();
    await client.query(RETRACT, { ref: `evidence:${id}` });
    each.push(performance.now() - before);
  }
  return each;
}

const folder = mkdtempSync(join(tmpdir(), 'heartwood-growth-'));
const dataDir = join(folder, 'neo4j');
let database;
let service;

/** Starts both, and returns the times that this took, in ms. */
async function start() {
  const before = performance.now();
  database = await startManagedNeo4j({ ...settings, dataDir });
  const between = performance.now();
  service = await startServiceProcess({
    NEO4J_URI: database.uri,
    NEO4J_USER: database.user,
    NEO4J_PASSWORD: database.password,
    EMBEDDER: 'none',
    SAMPLE: 'false',
  });
  return { database: between - before, service: performance.now() - between };
}

async function stop() {
  await service?.stop();
  service = undefined;
  await database?.stop();
  database = undefined;
}

async function withDriver(work) {
  const driver = neo4j.driver(database.uri, neo4j.auth.basic(database.user, database.password), {
    disableLosslessIntegers: true,
  });
  try {
    return await work(driver);
  } finally {
    await driver.close();
  }
}

/** Fills the database up to a number of observations, restarts it and the service, and measures both. */
async function measured(upTo, first) {
  const began = performance.now();
  await withDriver((driver) => grow(driver, upTo));
  console.error(`${upTo} observations written in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  await stop();
  const starts = await start();
  const client = graphqlClient(service.url, NAMESPACE);
  const times = await answers(client);
  times['retraction of a failure in the middle of a history'] = await retractions(client, first);
  const stored = await withDriver(async (driver) => {
    const { records } = await driver.executeQuery('MATCH (e:Evidence) RETURN count(e) AS count');
    return records[0].get('count');
  });
  client.close();
  const memory = resident(service.pid);
  await stop();
  const bytes = bytesOf(dataDir);
  console.error(`measured with ${stored} observations`);
  return { stored, starts, times, memory, bytes };
}

try {
  await start();
  const client = graphqlClient(service.url, NAMESPACE);
  for (const items of batchesOf(catalog(ITEMS), 500)) {
    await client.query('mutation ($items: [JSON!]!) { importCatalog(items: $items) { created } }', { items });
  }
  client.close();
  const few = await measured(FEW, 0);
  await start();
  const many = await measured(MANY, 2 * RETRACTED);
  report(few, many);
} finally {
  await stop();
  rmSync(folder, { recursive: true, force: true });
}

function report(few, many) {
  const count = (value) => value.toLocaleString('en');
  const row = (what, one, other, format) => [what, format(one), format(other), (other / one).toFixed(2)];
  const seconds = (value) => `${(value / 1_000).toFixed(1)} s`;
  const megabytes = (value) => `${count(Math.round(value / 1e6))} MB`;
  const rows = [
    row('start of the database', few.starts.database, many.starts.database, seconds),
    row('start of the service, until it is ready', few.starts.service, many.starts.service, seconds),
    row('memory of the service', few.memory, many.memory, megabytes),
    row('folder of the database', few.bytes, many.bytes, megabytes),
  ];
  for (const [name, each] of Object.entries(few.times)) {
    const other = many.times[name];
    if (each.length === 0 || other.length === 0) throw new Error(`Nothing was measured: ${name}`);
    const shown = (values) => `${median(values).toFixed(1)} (${quantile(values, 0.95).toFixed(1)}) ms`;
    rows.push([name, shown(each), shown(other), (median(other) / median(each)).toFixed(2)]);
  }
  console.log(table(['what', `${count(few.stored)} observations`, `${count(many.stored)}`, 'ratio'], rows));
}
