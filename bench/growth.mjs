// npm run bench:growth: one service with 10,000, 100,000 and 1,000,000 entries (`-- --sizes N,N` for others), each with a
// vector of 384 numbers. Prints what a search, a context, a write and an import take, and where memory and disk go. The raw
// driver writes the entries, in the form in which the service writes them. They are texts without titles, names and relations.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, mkdtempSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import neo4j from 'neo4j-driver';
import { startManagedNeo4j } from '../dist/managed/managed-neo4j.js';
import { NAMESPACE } from './lib/bench.mjs';
import { batchesOf } from './lib/batches.mjs';
import { addCopies, indexedAfterwards } from './lib/bulk.mjs';
import { graphqlClient, timed } from './lib/client.mjs';
import { queries, sentences } from './lib/data.mjs';
import { MODEL, startEmbeddingStub } from './lib/embedding-stub.mjs';
import { cpuMs, startServiceProcess } from './lib/service-process.mjs';
import { median, quantile, table } from './lib/stats.mjs';

const place = process.argv.indexOf('--sizes');
const SIZES = (place === -1 ? '10000,100000,1000000' : process.argv[place + 1]).split(',').map(Number);
/** Texts that are made at once, so that the million is never in memory. */
const AT_ONCE = 100_000;
const WARM_UP = 100;
const CALLS = 100;
const IMPORTED = 1_000;
const IMPORTS = 3;
const MEMORY = { heap: 4_096, pageCache: 4_096 };

const LOAD = 'mutation ($document: JSON!) { loadKnowledge(document: $document) { created } }';
const SEARCH = 'query ($query: String!) { search(query: $query, first: 10) { hits { score } degraded } }';
const CONTEXT = 'query ($query: String!) { context(input: { query: $query, first: 5 }) { receiptId } }';
const COPIED = `MATCH (p:Piece {namespace: $namespace, id: 'copied'}) WHERE p.embedding0 IS NOT NULL AND NOT p:UnlinkedPiece
  RETURN head(split(p.nameWords, ' ')) AS token`;
// The service counts the texts that it has linked to names.
const LINKED = 'MATCH (layers:KnowledgeLayers {namespace: $namespace}) SET layers.texts = layers.texts + $added';

const folder = mkdtempSync(join(tmpdir(), 'heartwood-growth-'));
const dataDir = join(folder, 'neo4j');
const stub = await startEmbeddingStub();
let [database, service, driver] = [];
/** Marks the texts of the namespace in the index of names. */
let token;

try {
  await start();
  await withClient(async (client) => {
    await load(client, [{ piece_id: 'copied', content: 'A piece that is copied' }]);
    while (!(token = await copiedToken())) await delay(100);
  });
  const columns = [];
  for (const [n, size] of SIZES.entries()) {
    columns.push(await measured(SIZES[n - 1] ?? 0, size));
    // After each size, so that an interrupted run keeps what it has measured.
    report(columns);
  }
} finally {
  await stop();
  stub.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Starts both; returns how long each took, in ms. */
async function start() {
  const before = performance.now();
  database = await startManagedNeo4j({
    dataDir,
    jarsFile: fileURLToPath(new URL('../.data/neo4j-jars.json', import.meta.url)),
    generation: '5.26',
    ports: { bolt: 0, http: 0 },
    memory: MEMORY,
  });
  const between = performance.now();
  driver = neo4j.driver(database.uri, neo4j.auth.basic(database.user, database.password), {
    disableLosslessIntegers: true,
  });
  service = await startServiceProcess({
    NEO4J_URI: database.uri,
    NEO4J_USER: database.user,
    NEO4J_PASSWORD: database.password,
    EMBEDDER: 'openai',
    EMBEDDING_MODEL: MODEL,
    OPENAI_BASE_URL: stub.url,
    OPENAI_API_KEY: 'none',
    EMBEDDING_FLOOR: '0',
    SAMPLE: 'false',
  });
  return { 'start of the database': between - before, 'start of the service': performance.now() - between };
}

async function stop() {
  await service?.stop();
  await driver?.close();
  await database?.stop();
  [database, service, driver] = [];
}

async function withClient(work) {
  const client = graphqlClient(service.url, NAMESPACE);
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

function load(client, pieces) {
  return client.query(LOAD, { document: { pieces } });
}

/** The token once the first text is embedded and linked. */
async function copiedToken() {
  const { records } = await driver.executeQuery(COPIED, { namespace: NAMESPACE });
  return records[0]?.get('token');
}

/** Texts that begin with a capital, as most do: the service searches one without any for names in all its words. */
function textsOf(count, seed) {
  return sentences(count, seed).map((text) => `The ${text}`);
}

/** What the service stores of such a text, beside its vector. */
function propertiesOf(id, text) {
  const words = new Set(text.toLowerCase().split(' '));
  return {
    id,
    ref: `piece:${id}`,
    caption: text.slice(0, 80),
    documentHash: createHash('md5').update(id).digest('hex'),
    nameWords: [token, ...words].join(' '),
  };
}

/** Adds entries up to a size, restarts both, and measures. */
async function measured(from, to) {
  let added = 0;
  const indexed = await indexedAfterwards(driver, async () => {
    for (let at = from; at < to; at += AT_ONCE) {
      const before = performance.now();
      const texts = textsOf(Math.min(AT_ONCE, to - at), 12 + at);
      const identity = (i) => propertiesOf(`p${at + i}`, texts[i]);
      await addCopies({ driver, stub }, { label: 'Piece', from: 'copied', texts, identity });
      await driver.executeQuery(LINKED, { namespace: NAMESPACE, added: texts.length });
      const took = performance.now() - before;
      added += took;
      console.error(
        `${(at + texts.length).toLocaleString('en')} entries, the last ${texts.length} in ${took.toFixed(0)} ms`,
      );
    }
  });
  console.error(`The index of vectors took ${indexed.toFixed(0)} ms`);
  const before = performance.now();
  await stop();
  const stopped = performance.now() - before;
  const starts = {
    '1,000 entries added by the raw driver': (added / (to - from)) * 1_000,
    'index of vectors, built anew': indexed,
    'stop of both': stopped,
    ...(await start()),
  };
  const times = await withClient((client) => answers(client, to));
  const load = { 'load of the machine in the last 5 min, this included': loadavg()[1] };
  return { size: to, starts, times, load, memory: memory(), disk: disk() };
}

/**
 * For each kind of call `each`, the times in ms, and `cpu`, the CPU time in ms that the service and the database take for one: it
 * depends less on what else the machine does. The first calls are not counted.
 */
async function answers(client, size) {
  const texts = textsOf(WARM_UP + CALLS + IMPORTED * (IMPORTS + 1), 900 + size);
  const pieces = texts.map((content, i) => ({ piece_id: `n${size}-${i}`, content }));
  const imports = batchesOf(pieces.splice(WARM_UP + CALLS), IMPORTED);
  const used = () => cpuMs(service.pid) + cpuMs(database.pid);
  const measure = async (inputs, warmUp, work) => {
    await timed(inputs.slice(0, warmUp), 1, work);
    const before = used();
    const { each } = await timed(inputs.slice(warmUp), 1, work);
    return { each, cpu: (used() - before) / each.length };
  };
  const asked = queries(WARM_UP + CALLS, 5);
  return {
    'search, ten hits': await measure(asked, WARM_UP, (query) => client.query(SEARCH, { query }).then(complete)),
    'context, five entries': await measure(asked, WARM_UP, (query) => client.query(CONTEXT, { query })),
    'write of one entry': await measure(pieces, WARM_UP, (piece) => load(client, [piece])),
    'import of 1,000 entries': await measure(imports, 1, (some) => load(client, some)),
  };
}

function complete({ search: { hits, degraded } }) {
  if (hits.length < 10 || degraded.length > 0) throw new Error(`Not a whole answer: ${JSON.stringify(degraded)}`);
}

/** Bytes that the two processes keep in memory. Indexes of texts and vectors are files that the database maps. */
function memory() {
  const of = (pid, name) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;
  return {
    'memory of the service': of(service.pid, 'VmRSS'),
    'memory of the database: heap and page cache': of(database.pid, 'RssAnon'),
    'files that the database maps': of(database.pid, 'RssFile'),
  };
}

/** Bytes on disk, by what they are for. */
function disk() {
  const root = join(dataDir, 'home', 'data', 'databases', 'neo4j');
  const index = (name) =>
    readdirSync(join(root, 'schema', 'index'))
      .filter((each) => each.startsWith(name))
      .reduce((sum, each) => sum + bytesOf(join(root, 'schema', 'index', each)), 0);
  return {
    'disk: nodes, properties, vectors': bytesOf(root) - bytesOf(join(root, 'schema')),
    'disk: index of vectors': index('vector'),
    'disk: index of texts': index('fulltext'),
    'disk: other indexes': index('range') + index('point') + index('text') + index('token'),
    'disk: transaction logs': bytesOf(join(dataDir, 'home', 'data', 'transactions', 'neo4j')),
  };
}

function bytesOf(path) {
  const entry = statSync(path);
  if (!entry.isDirectory()) return entry.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}

function report(columns) {
  const rows = (pick, format, number = (value) => value) =>
    Object.keys(pick(columns[0])).map((name) => {
      const values = columns.map((column) => pick(column)[name]);
      const growth = values.slice(1).map((value, n) => (number(value) / number(values[n])).toFixed(2));
      return [name, ...values.map(format), growth.join(', ')];
    });
  const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;
  const megabytes = (bytes) => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
  const wall = ({ each }) => `${median(each).toFixed(1)} (${quantile(each, 0.95).toFixed(1)}) ms`;
  const cpu = ({ times }) =>
    Object.fromEntries(Object.entries(times).map(([name, each]) => [`${name}: CPU`, each.cpu]));
  const all = [
    ...rows(
      ({ times }) => times,
      wall,
      ({ each }) => median(each),
    ),
    ...rows(cpu, (ms) => `${ms.toFixed(1)} ms`),
    ...rows(({ starts }) => starts, seconds),
    ...rows(
      ({ load }) => load,
      (processes) => processes.toFixed(1),
    ),
    ...rows(({ memory }) => memory, megabytes),
    ...rows(({ disk }) => disk, megabytes),
  ];
  console.log(`\n${table(['what', ...columns.map(({ size }) => size.toLocaleString('en')), 'growth'], all)}`);
}
