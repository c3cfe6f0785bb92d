// The last part of `npm run test:release`: sends the largest and most hostile inputs that the service accepts, each to a service with
// a database of its own, and measures for how long /health/live does not respond meanwhile. Exits with 1 if that is
// too long. Arguments select the rows whose name contains one of the words. With --busy, for a machine with other
// load, the CPU time of the service is measured instead of elapsed time.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { prepare, root, tellAndExit } = await import('./lib/prepare.mjs');
const { findNeo4jSource } = await import('./lib/prerequisites.mjs');
const { hostileRows } = await import('./lib/hostile-rows.mjs');
const { schemaRows } = await import('./lib/hostile-schema.mjs');
process.chdir(root);
await prepare().catch(tellAndExit);

/** Maximum time without a response, in ms. */
const SILENCE_MS = 200;
/** A row that exceeds the limit is repeated, since the machine may have been busy. The best result counts. */
const RUNS = 3;
const ANSWER_MS = 120_000;
/** Time for which a subscription is open, unless it ends by itself. */
const LISTEN_MS = 500;
// Some rows store API keys, after which callers without a key are refused.
const headers = { authorization: 'Bearer hostile-inputs-key', 'x-namespace': 'hostile' };

const arguments_ = process.argv.slice(2);
const isBusy = arguments_.includes('--busy');
/** The measured value by which a row is judged. */
const judged = ({ time, cpu }) => (isBusy ? cpu : time);

const folder = mkdtempSync(join(tmpdir(), 'heartwood-hostile-'));
const ended = new AbortController();
let database;
let service;
/** The next reply of the language model; without one, the server does not answer. */
let reply;
const model = createServer((request, response) => {
  if (reply === undefined || !request.url.endsWith('/chat/completions')) return request.socket.destroy();
  response.setHeader('content-type', 'application/json');
  const message = { role: 'assistant', content: reply };
  request
    .resume()
    .once('end', () => response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] })));
});
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    ended.abort();
    // A blocked service cannot react to signals, and stopping it would wait until it responds again.
    service?.kill();
  });
}
let failed = 0;
try {
  database = await startDatabase();
  await new Promise((resolve) => model.listen(0, '127.0.0.1', resolve));
  service = await startService();
  const watch = startWatch(service);
  const words = arguments_.filter((word) => word !== '--busy');
  const rows = [...hostileRows(), ...schemaRows(root)].filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  console.log(
    `${'input'.padEnd(58)} ${'answer'.padEnd(26)} ${'time'.padStart(9)} ${'silence'.padStart(9)} ${'of CPU'.padStart(9)}`,
  );
  for (const row of rows) {
    let best;
    for (let run = 0; run < RUNS && !(best && judged(best.silence) <= SILENCE_MS) && !ended.signal.aborted; run++) {
      const one = await measure(row, watch);
      if (!best || judged(one.silence) < judged(best.silence)) best = one;
    }
    if (!best) break;
    const { answer, time, silence } = best;
    // No status means that nothing answered: the request was aborted, or the service has ended.
    const verdict = !/^(?:\d|$)/.test(answer)
      ? 'no answer'
      : answer.endsWith('INTERNAL')
        ? 'a defect'
        : judged(silence) > SILENCE_MS
          ? 'too long'
          : '';
    if (verdict !== '') failed += 1;
    const columns = [row.name.padEnd(58), answer.padEnd(26), ms(time), ms(silence.time), ms(silence.cpu), verdict];
    console.log(columns.join(' ').trimEnd());
  }
  await watch.end();
} finally {
  await service?.stop();
  await database?.discard();
  model.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
if (failed > 0)
  console.log(
    `${failed} of them silenced the service for more than ${SILENCE_MS} ms, or had no answer of the contract.`,
  );
process.exit(failed > 0 || ended.signal.aborted ? 1 : 0);

async function measure(row, watch) {
  if (row.requests) return measureAll(row, watch);
  const { path = '/graphql', body, before, reply: said } = row.make();
  for (const each of [before ?? []].flat()) await post('/graphql', each);
  reply = said;
  await watch.begin();
  const began = performance.now();
  const answer = body === undefined ? await idle() : await post(path, body);
  const time = performance.now() - began;
  // Work that continues after the response counts, too.
  await sleep(300);
  reply = undefined;
  return { answer, time, silence: await watch.longest() };
}

/** Sends the requests of a row, each of which depends on the answer before it; the last answer is shown. */
async function measureAll(row, watch) {
  await watch.begin();
  const began = performance.now();
  const requests = row.requests();
  let answer = '';
  for (let next = requests.next(); !next.done;) {
    const { path, isSubscription, ...request } = next.value;
    const sent = isSubscription ? await subscribe(path, request) : await send(path, request);
    answer = shown(sent);
    next = requests.next(refusalOf(sent.text));
  }
  const time = performance.now() - began;
  await sleep(300);
  return { answer, time, silence: await watch.longest() };
}

/** The code of an answer of GraphQL, of MCP or of another route, and its problems with fields. */
function refusalOf(text) {
  try {
    const { errors, result } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
    if (errors) return { code: errors[0]?.extensions?.code, problems: errors[0]?.extensions?.fields };
    const { code, fields } = result?.isError ? JSON.parse(result.content[0].text) : {};
    return { code, problems: fields };
  } catch {
    return {};
  }
}

async function post(path, body) {
  return shown(await send(path, { body }));
}

/** Status and code of an answer, or why there is none. */
function shown({ status, text, failure }) {
  if (failure !== undefined) return failure;
  const code = /\\?"code\\?":\\?"([A-Z_]+)/.exec(text.slice(0, 10_000))?.[1];
  return `${status} ${code ?? ''}`.trim();
}

async function send(path, { body, method = 'POST', type = 'application/json' }) {
  try {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': type }),
        accept: 'application/json, text/event-stream, */*',
        ...headers,
      },
      body,
      signal: AbortSignal.any([ended.signal, AbortSignal.timeout(ANSWER_MS)]),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return { text: '', failure: error.name === 'TimeoutError' ? 'none' : (error.cause?.code ?? error.name) };
  }
}

/** Listens for a short time. The answer is that of the subscription's first error, or none. */
async function subscribe(path, { body }) {
  const client = createClient({
    url: `${service.url.replace('http', 'ws')}${path}`,
    webSocketImpl: WebSocket,
    connectionParams: headers,
    retryAttempts: 0,
  });
  const answer = await new Promise((resolve) => {
    let first = '';
    const end = () => resolve({ status: 200, text: first });
    setTimeout(end, LISTEN_MS);
    const fail = (error) =>
      resolve(
        Array.isArray(error)
          ? { status: 200, text: JSON.stringify({ errors: error }) }
          : { text: '', failure: `closed ${error.code ?? ''}`.trim() },
      );
    const next = (message) => (first = JSON.stringify(message));
    client.subscribe(JSON.parse(body), { next, error: fail, complete: end });
  });
  await client.dispose();
  return answer;
}

async function idle() {
  await sleep(2_000);
  return '';
}

function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function ms(value) {
  return `${Math.round(value)} ms`.padStart(9);
}

async function startDatabase() {
  const { startManagedNeo4j } = await import('../dist/managed/managed-neo4j.js');
  return startManagedNeo4j({
    dataDir: join(folder, 'neo4j'),
    jarsFile: join(root, '.data', 'neo4j-jars.json'),
    ports: { bolt: 0, http: 0 },
    memory: { heap: 1024, pageCache: 128 },
    temporary: [folder],
    source: findNeo4jSource({ ...process.env, NEO4J_URI: '', NEO4J_PASSWORD: '' }),
    signal: ended.signal,
    onProgress: () => undefined,
  });
}

function startService() {
  const child = spawn(process.execPath, [join(root, 'dist', 'main.js')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      LOG_LEVEL: 'silent',
      // Sessions are only queued, not distilled.
      OPENAI_BASE_URL: `http://127.0.0.1:${model.address().port}/v1`,
      OPENAI_API_KEY: 'none',
      LLM_MODEL: 'none',
      NEO4J_URI: database.uri,
      NEO4J_USER: database.user,
      NEO4J_PASSWORD: database.password,
      EMBEDDER: 'none',
      API_KEYS: 'hostile-inputs-key:*',
    },
  });
  const stop = () =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', resolve);
      // A blocked service does not react to SIGTERM.
      setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
      child.kill('SIGTERM');
    });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}`)));
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const url = /listening on (http:\S+)/.exec(said)?.[1];
      if (url) resolve({ url, pid: child.pid, stop, kill: () => child.kill('SIGKILL') });
    });
  });
}

/**
 * The health checks run in a separate thread, so that work in this thread is not mistaken for a delay of the service.
 */
function startWatch({ url, pid }) {
  const worker = new Worker(new URL('./lib/hostile-watch.mjs', import.meta.url), { workerData: { url, pid } });
  const ask = (what) =>
    new Promise((resolve) => {
      worker.once('message', resolve);
      worker.postMessage(what);
    });
  return { begin: () => ask('begin'), longest: () => ask('longest'), end: () => worker.terminate() };
}
