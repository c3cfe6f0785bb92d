// `npm run dev`: runs the service, and rebuilds and restarts it after each change of a source. The managed database
// keeps running; its data is that of `npm start`. `npm run dev -- --inspect` opens a debugger port; further arguments
// are passed to Node.js.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { build, loadEnvironmentFile, prepare, root, tellAndExit } = await import('./lib/prepare.mjs');
const { findNeo4jSource } = await import('./lib/prerequisites.mjs');
const { progress } = await import('./lib/progress.mjs');

/** Waits until changes have stopped, because editors write a file in several steps, and several files at once. */
const SETTLE_MS = 200;
/** Paths of the service's sources, and of files that it loads at the start. */
const WATCHED = ['src', 'cypher', 'web', 'sample'];

process.chdir(root);
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupted.abort());

let database;
try {
  loadEnvironmentFile();
  const source = findNeo4jSource(process.env);
  await prepare();
  const { loadConfiguration } = await import('../dist/config/config-file.js');
  const config = loadConfiguration(process.env);
  if (!config.NEO4J_URI) database = await startDatabase(source, config);
} catch (error) {
  tellAndExit(error);
}

const changes = watchSources();
let service = startService();
while (await changes.next()) {
  try {
    await build();
  } catch (error) {
    // If the build fails, the previous version keeps running.
    console.error(error.message);
    continue;
  }
  await stop(service);
  service = startService();
}
await stop(service);
await database?.stop();

/** The database of `npm start`, which all restarts of the service share. */
async function startDatabase(source, { HEARTWOOD_DATA_DIR, PORT }) {
  const { superviseNeo4j } = await import('../dist/managed/supervised-neo4j.js');
  const dataDir = resolve(HEARTWOOD_DATA_DIR);
  const step = progress.step('Starting Neo4j');
  try {
    const started = await superviseNeo4j({
      dataDir: join(dataDir, 'neo4j'),
      jarsFile: join(dataDir, 'neo4j-jars.json'),
      serviceUrl: `http://localhost:${PORT}`,
      source,
      waitFor: 'bolt',
      signal: interrupted.signal,
      say: (sentence) => progress.line(sentence),
      onProgress: ({ title }) => step.update({ remark: title }),
    });
    step.succeed(`at ${started.uri}, user ${started.user}, password ${started.password}`);
    return started;
  } catch (error) {
    step.fail();
    throw error.name === 'ManagedNeo4jError' ? Object.assign(error, { name: 'StepError' }) : error;
  }
}

function startService() {
  const connection = database && {
    NEO4J_URI: database.uri,
    NEO4J_USER: database.user,
    NEO4J_PASSWORD: database.password,
  };
  // The guard stops the database when this process ends for any reason.
  const args = [...process.argv.slice(2), join(root, 'scripts', 'start.mjs'), '--until-input-ends'];
  return spawn(process.execPath, args, {
    env: { ...process.env, ...connection },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/**
 * `next` resolves to true when sources have changed and no more changes follow, and to false when it is interrupted.
 */
function watchSources() {
  let dirty = false;
  let wake = () => undefined;
  const watchers = WATCHED.map((folder) =>
    watch(join(root, folder), { recursive: true }, () => {
      dirty = true;
      wake();
    }),
  );
  interrupted.signal.addEventListener('abort', () => {
    for (const watcher of watchers) watcher.close();
    wake();
  });
  return {
    async next() {
      while (!dirty && !interrupted.signal.aborted) await new Promise((done) => (wake = done));
      while (dirty && !interrupted.signal.aborted) {
        dirty = false;
        await sleep(SETTLE_MS);
      }
      return !interrupted.signal.aborted;
    },
  };
}
