// `npm test`: installs and builds whatever is missing, starts a temporary Neo4j on free ports, runs all tests on it
// and removes it, however the run ends. Arguments are passed to vitest: `npm test -- test/items`. With --release as the
// first argument (`npm run test:release`) it runs instead what is checked before a release: the tests that take minutes,
// then, one at a time, those that measure something, and without further arguments also the largest and most hostile
// inputs (scripts/hostile.mjs). With --lost-commits (`npm run test:lost-commits`) the answers of some commits are lost
// (test/setup/lost-commits.ts). With --neo4j-2026 (`npm run test:neo4j-2026`) its databases are of that generation; this
// can be combined with either of the other two. With --clients (`npm run test:clients`) it runs the coding agents that
// `heartwood connect` knows, after it has installed the versions that were tested (some 700 MB). If TEST_NEO4J_URI and TEST_NEO4J_PASSWORD are set, that server is used
// instead. With TEST_AGAIN=1, which the checks of a fresh clone set, failed files run again on another database, if they
// are few. Tests that pass then are reported as unsteady, which is a defect to fix but does not fail the run.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { prepare, root, tellAndExit } = await import('./lib/prepare.mjs');
const { findNeo4jSource } = await import('./lib/prerequisites.mjs');
const { progress } = await import('./lib/progress.mjs');
const { afterSecondRun, filesToRunAgain, summarize, together } = await import('./lib/test-summary.mjs');

process.chdir(root);
// Tests state which settings they need; those of the user's own service would change the results.
const OURS = new Set(['--release', '--lost-commits', '--neo4j-2026', '--clients']);
const flags = process.argv.slice(2).filter((argument) => OURS.has(argument));
const given = process.argv.slice(2).filter((argument) => !OURS.has(argument));
const isRelease = flags.includes('--release');
const ofClients = flags.includes('--clients');
const generation = flags.includes('--neo4j-2026') ? '2026' : process.env.TEST_NEO4J_GENERATION;
const environment = {
  ...process.env,
  NEO4J_URI: '',
  NEO4J_PASSWORD: '',
  TEST_LOSE_COMMITS: flags.includes('--lost-commits') ? '1' : '',
  // prepare() has built them (vitest.config.ts).
  TEST_BUILT_SOURCES: '1',
  TEST_NEO4J_GENERATION: generation ?? '',
};
const ownServer = process.env.TEST_NEO4J_URI && process.env.TEST_NEO4J_PASSWORD;
const source = attempt(() => (ownServer ? undefined : findNeo4jSource(environment)));
await prepare().catch(tellAndExit);
if (ofClients) installClients();

const interrupted = new AbortController();
let interruptedBy;
let vitest;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interruptedBy ??= signal;
    interrupted.abort();
    endTests();
  });
}

let { exitCode, report } = await run(ofClients ? 'clients' : isRelease ? 'release' : '', given);
if (isRelease && !interruptedBy && measures(given)) {
  // Beside other tests they would measure these, too.
  const measured = await run('measured', ['--maxWorkers=1', ...given]);
  ({ exitCode, report } = together({ exitCode, report }, measured));
}
let summary = summarize(report, exitCode);
const again =
  process.env.TEST_AGAIN === '1' && !isRelease && !ofClients && !interruptedBy ? filesToRunAgain(report) : [];
if (again.length > 0) {
  console.log(
    `\nRunning what failed once more, on a database of its own: ${again.map((file) => relative(root, file)).join(', ')}`,
  );
  const second = await run('', again);
  const result = afterSecondRun(report, second.report, second.exitCode);
  summary = result.summary;
  exitCode = second.exitCode;
  for (const name of result.unsteady) console.log(`UNSTEADY, failed once and passed then: ${relative(root, name)}`);
}
if (isRelease && given.length === 0 && !interruptedBy) {
  const hostile = spawnSync(process.execPath, [join(root, 'scripts', 'hostile.mjs')], { stdio: 'inherit' });
  if (hostile.status !== 0) console.error('Of the hostile inputs, some blocked the service for too long.');
  exitCode ||= hostile.status ?? 1;
}
if (interruptedBy) {
  console.error(`Interrupted (${interruptedBy}).`);
  exitCode = 128 + constants.signals[interruptedBy];
}
console.log(summary.line);
process.exit(exitCode === 0 && summary.failed > 0 ? 1 : exitCode);

/** Installs coding agents beside the service, since each is as large as the whole service. */
function installClients() {
  const packages = ['@anthropic-ai/claude-code@2.1.332', 'opencode-ai@1.18.33'];
  const folder = join(root, '.data', 'clients');
  const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', ['install', ...options, ...packages], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    console.error('Not all clients could be installed. The tests of those that are missing are skipped.');
}

/** Whether these arguments name a file that measures, or no file: a database would be started for nothing. */
function measures(args) {
  const named = args.filter((argument) => !argument.startsWith('-'));
  const files = readdirSync(join(root, 'test'), { recursive: true }).filter((file) =>
    /\.measured-spec\.ts$/.test(file),
  );
  return named.length === 0 || files.some((file) => named.some((name) => join('test', file).includes(name)));
}

/** Runs the tests of this kind ('' for those of `npm test`) with these arguments, on a database that is removed afterwards. */
async function run(kind, args) {
  // One folder for all files that tests create. The guard of the database removes it if this process is killed.
  const folder = mkdtempSync(join(tmpdir(), 'heartwood-test-'));
  let database;
  let exitCode = 1;
  try {
    if (!ownServer) database = await startDatabase(folder);
    exitCode = await runVitest(folder, database, kind, args);
  } catch (error) {
    if (!interruptedBy) console.error(error.name === 'ManagedNeo4jError' ? error.message : error);
  }
  const report = readReport(folder);
  await database?.discard();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return { exitCode, report };
}

async function startDatabase(folder) {
  const { startManagedNeo4j } = await import('../dist/managed/managed-neo4j.js');
  const step = progress.step('Starting a throw-away Neo4j');
  try {
    const started = await startManagedNeo4j({
      dataDir: join(folder, 'neo4j'),
      jarsFile: join(root, '.data', 'neo4j-jars.json'),
      ports: { bolt: 0, http: 0 },
      memory: { heap: 1024, pageCache: 128 },
      temporary: [folder],
      source,
      ...(generation && { generation }),
      signal: interrupted.signal,
      onProgress: ({ title, ...state }) => step.update({ ...state, remark: title }),
    });
    step.succeed(`at ${started.uri}`);
    return started;
  } catch (error) {
    step.fail();
    throw error;
  }
}

function runVitest(folder, database, kind, args) {
  const connection = database && {
    TEST_NEO4J_URI: database.uri,
    TEST_NEO4J_USER: database.user,
    TEST_NEO4J_PASSWORD: database.password,
  };
  return new Promise((resolve, reject) => {
    vitest = spawn(
      process.execPath,
      [
        join(root, 'node_modules', 'vitest', 'vitest.mjs'),
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${join(folder, 'report.json')}`,
        // Files that are named may be all of one kind.
        ...(isRelease ? ['--passWithNoTests'] : []),
        ...args,
      ],
      {
        // In a process group of its own, so that its workers can be ended with it. The IPC channel tells it when this
        // process has ended (test/setup/global-setup.ts).
        detached: true,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        env: { ...environment, TEST_KIND: kind, TEST_FOLDER: folder, ...connection },
      },
    );
    if (interruptedBy) endTests();
    vitest.once('error', reject);
    vitest.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Ends the tests at once. Guards stop the databases that tests started. */
function endTests() {
  if (vitest?.exitCode !== null || vitest.signalCode !== null) return;
  try {
    process.kill(-vitest.pid, 'SIGKILL');
  } catch {
    // The process has ended already.
  }
}

function readReport(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

function attempt(ask) {
  try {
    return ask();
  } catch (error) {
    return tellAndExit(error);
  }
}
