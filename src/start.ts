import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { progress, type Step } from '../scripts/lib/progress.mjs';
import { PrerequisiteError, type Neo4jSource } from '../scripts/lib/prerequisites.mjs';
import { ConfigError, type Config, misnamedKeys } from './config/config.js';
import { loadConfiguration } from './config/config-file.js';
import { ManagedNeo4jError, type ReportProgress } from './managed/managed-neo4j.js';
import { explainedListening } from './server/listening.js';
import { readableLog } from './server/readable-log.js';
import { foldersOf } from './managed/folders.js';
import { findFreePort, isFree, reachable } from './managed/ports.js';
import { claimFile, type Claim } from './managed/process-file.js';
import { superviseNeo4j, type SupervisedNeo4j } from './managed/supervised-neo4j.js';
import type { RunningService } from './service.js';

const SAMPLE_NAMESPACE = 'demo';
/** Requests under way get this long to finish. */
const CLOSE_MS = 10_000;
const LOOK_MS = 100;

/** What `<data folder>/heartwood.json` says of a running service; the CLI finds the service by it. */
export interface RunningState {
  /** Null while it starts. */
  readonly url: string | null;
  readonly neo4jUri: string | null;
  readonly browserUrl: string | null;
}

/** A start that cannot be: the message says all there is to say. */
class StartError extends Error {}

type Cleanup = () => Promise<void> | void;

/**
 * What `npm start` runs once everything is installed and built: until Ctrl-C, SIGTERM or a failure.
 *
 * @param source where Neo4j comes from, as the check of the prerequisites found it
 */
export async function run(source: Neo4jSource): Promise<void> {
  const cleanups: Cleanup[] = [];
  const giveUp = new AbortController();
  const stopped = new Promise<void>((resolveStopped) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (giveUp.signal.aborted) process.exit(130);
        giveUp.abort();
        progress.line('Stopping (once more: at once) ...');
        resolveStopped();
      });
    }
  });

  // `heartwood mcp` holds the other end: it ends this by ending, also when it is killed.
  if (process.argv.includes('--until-input-ends'))
    process.stdin.resume().once('close', () => process.kill(process.pid));

  const steps = showSteps();
  const up = bringUp(source, cleanups, steps, giveUp.signal);
  let exitCode = 0;
  try {
    const state = await Promise.race([up, stopped]);
    if (state) await Promise.race([stopped, state.failure]);
  } catch (error) {
    exitCode = 1;
    steps.fail();
    progress.line(describe(error));
  }
  steps.fail();
  // A start that was interrupted ends what it has begun; what cannot be interrupted ends with this process.
  giveUp.abort();
  await Promise.race([up.catch(() => undefined), delay(CLOSE_MS, undefined, { ref: false })]);
  for (const cleanup of cleanups.reverse()) {
    try {
      await cleanup();
    } catch (error) {
      exitCode = 1;
      progress.line(describe(error));
    }
  }
  if (exitCode === 0) progress.line('Stopped.');
  process.exit(exitCode);
}

/** Starts all; what has been started is in `cleanups` at any time, in that order. */
async function bringUp(
  source: Neo4jSource,
  cleanups: Cleanup[],
  steps: Steps,
  signal: AbortSignal,
): Promise<{ readonly failure: Promise<never> }> {
  const begun = Date.now();
  const environment = process.env;
  const config = loadConfiguration(environment);
  for (const told of misnamedKeys(environment)) process.stderr.write(`${told}\n`);
  const dataDir = resolve(config.HEARTWOOD_DATA_DIR);

  const state = claimState(join(dataDir, 'heartwood.json'));
  cleanups.push(() => state.release());

  const upgrade = process.argv.includes('--upgrade-database');
  if (upgrade && config.NEO4J_URI) {
    throw new StartError(
      '--upgrade-database is for the database that npm start runs itself, and NEO4J_URI names your own server.',
    );
  }
  const port = await choosePort(config, Boolean(environment.PORT)).catch((error: unknown) => {
    throw explainedListening(error, config);
  });
  // Reading the service's code takes seconds; the database starts meanwhile.
  const code = import('./service.js');
  code.catch(() => undefined); // told of below, when it is waited for
  const database = config.NEO4J_URI
    ? undefined
    : await superviseNeo4j({
        dataDir: join(dataDir, 'neo4j'),
        jarsFile: join(dataDir, 'neo4j-jars.json'),
        serviceUrl: `http://${inUrl(reachable(config.HOST))}:${port}`,
        source,
        upgrade,
        // The service needs no more, and Neo4j opens the other door while the service starts.
        waitFor: 'bolt',
        onProgress: steps.report,
        say: (sentence) => progress.line(sentence),
        signal,
      });
  if (database) cleanups.push(() => database.stop());
  const samplePending = join(dataDir, 'neo4j', 'sample-pending');
  // A file, so that a first start that broke off before the sample was in it is made up for by the next one.
  if (database?.isNew) writeFileSync(samplePending, '');
  const isFirst = database !== undefined && existsSync(samplePending);
  // A database of one's own gets the demo data only where that is asked for.
  const wantsSample = environment.SAMPLE ? config.SAMPLE : isFirst;
  signal.throwIfAborted();

  steps.report({ title: 'Starting the service' });
  const { startService } = await code;
  const settings = {
    ...config,
    ...(database && { NEO4J_URI: database.uri, NEO4J_USER: database.user, NEO4J_PASSWORD: database.password }),
    ...(database && { NEO4J_BROWSER_URL: database.browserUrl }),
    HEARTWOOD_MANAGED_DATABASE: database !== undefined,
    SAMPLE: wantsSample,
    PORT: port,
    // People read this terminal: what goes well is not news to them, unless they asked for it.
    LOG_LEVEL: environment.LOG_LEVEL ? config.LOG_LEVEL : ('warn' as const),
  };
  const logTo = process.stderr.isTTY ? readableLog((line) => progress.line(line)) : undefined;
  const service = await startService(settings, { ownsProcess: true, ...(logTo && { logTo }) });
  cleanups.push(() => closeInTime(service));
  steps.succeed();
  state.update({ url: service.url, neo4jUri: database?.uri ?? null, browserUrl: database?.browserUrl ?? null });

  await untilReady(service, signal);
  const meaning = await searchByMeaning(service);
  await database?.untilBrowserAnswers();
  const seconds = (Date.now() - begun) / 1000;
  process.stdout.write(readyMessage({ config, service, database, dataDir, wantsSample, meaning, seconds }));
  if (wantsSample) {
    void tellOfSample(service).then((isIn) => {
      if (isIn && isFirst) rmSync(samplePending, { force: true });
    });
  }
  return { failure: failureOf(database) };
}

function claimState(path: string): Claim<RunningState> {
  const result = claimFile<RunningState>(path, { url: null, neo4jUri: null, browserUrl: null });
  if ('claim' in result) return result.claim;
  const { pid, url, browserUrl } = result.heldBy;
  throw new StartError(
    url === null
      ? `Heartwood is being started already, by process ${pid}.`
      : [
          `Heartwood is already running (process ${pid}):`,
          `  Explorer       ${url}/`,
          `  Playground     ${url}/playground`,
          ...(browserUrl ? [`  Neo4j Browser  ${browserUrl}`] : []),
          `End it with Ctrl-C in its terminal, or: kill ${pid}`,
        ].join('\n'),
  );
}

async function choosePort(config: Config, isGiven: boolean): Promise<number> {
  if (!isGiven) {
    const port = await findFreePort(config.PORT, config.HOST);
    if (port !== config.PORT) progress.line(`Port ${config.PORT} is taken by another program; using ${port}.`);
    return port;
  }
  if (config.PORT === 0) return findFreePort(0, config.HOST);
  if (await isFree(config.PORT, config.HOST)) return config.PORT;
  throw new StartError(
    `PORT=${config.PORT}: another program listens there. Set PORT to another one, or leave it out for the next free one.`,
  );
}

interface Steps {
  readonly report: ReportProgress;
  succeed(): void;
  /** Nothing happens when no step is under way. */
  fail(): void;
}

/** Shows progress reports as steps; a report with a new title ends the previous step. */
function showSteps(): Steps {
  let current: { title: string; step: Step } | undefined;
  const succeed = () => {
    current?.step.succeed();
    current = undefined;
  };
  return {
    report: ({ title, ...rest }) => {
      if (current?.title !== title) {
        succeed();
        current = { title, step: progress.step(title) };
      }
      current.step.update(rest);
    },
    succeed,
    fail: () => {
      current?.step.fail();
      current = undefined;
    },
  };
}

/**
 * Says when the demo data is there; people look around meanwhile.
 *
 * @returns whether it is; the next start tries again where it is not
 */
async function tellOfSample({ app }: RunningService): Promise<boolean> {
  const begun = Date.now();
  const { SampleStart } = await import('./sample/sample.start.js');
  try {
    const isNew = await app.get(SampleStart).loaded();
    if (isNew) {
      const seconds = ((Date.now() - begun) / 1000).toFixed(1);
      progress.line(`The demo data is in namespace "${SAMPLE_NAMESPACE}" (${seconds} s).`);
    }
    return true;
  } catch {
    return false; // The service has logged why.
  }
}

/** Waits until the first search of a caller need not wait. */
async function untilReady({ app }: RunningService, signal: AbortSignal): Promise<void> {
  const { Readiness } = await import('./graph/readiness.js');
  const readiness = app.get(Readiness);
  while (readiness.awaited() !== undefined) await delay(LOOK_MS, undefined, { signal });
}

/** @returns what search by meaning lacks, in a sentence; undefined when it lacks nothing, or is not wanted */
async function searchByMeaning({ app }: RunningService): Promise<string | undefined> {
  const { EmbeddingService } = await import('./embedding/embedding.service.js');
  const { problem, preparing, model, stale } = await app.get(EmbeddingService).status();
  if (preparing) return 'The model for search by meaning is being fetched; until it is here, words alone decide.';
  if (problem !== null) return `Search by meaning is off, words alone decide: ${problem}`;
  if (model === null || stale === 0) return undefined;
  return `${stale} texts wait for their vectors; until they have them, they are found by their words alone.`;
}

interface Ready {
  readonly config: Config;
  readonly service: { readonly url: string };
  readonly database: SupervisedNeo4j | undefined;
  readonly dataDir: string;
  readonly wantsSample: boolean;
  /** What search by meaning lacks. */
  readonly meaning: string | undefined;
  readonly seconds: number;
}

function readyMessage({ config, service: { url }, database, dataDir, wantsSample, meaning, seconds }: Ready): string {
  const rows = [
    ['Explorer', `${url}/`],
    ['Playground', `${url}/playground`],
    ['GraphQL API', `${url}/graphql`],
    ['MCP endpoint', `${url}/mcp`],
    ...(database
      ? [
          ['Neo4j Browser', database.browserUrl],
          ['', loginOf(database, dataDir)],
        ]
      : [['Neo4j', `${withoutLogin(config.NEO4J_URI ?? '')} (your own server; the login is yours)`]]),
  ];
  return [
    '',
    `Heartwood is ready (${seconds.toFixed(1)} s).`,
    '',
    ...rows.map(([name = '', value = '']) => `  ${name.padEnd(15)}${value}`),
    '',
    wantsSample
      ? `  Demo data is being loaded into namespace "${SAMPLE_NAMESPACE}" (header x-namespace: ${SAMPLE_NAMESPACE}).`
      : `  npm run sample loads demo data into namespace "${SAMPLE_NAMESPACE}".`,
    '  npm run demo shows in a minute how answers change by what is learned.',
    ...(meaning === undefined ? [] : [`  ${meaning}`]),
    ...(config.API_KEYS.size > 0 || config.REQUIRE_API_KEY ? ['  Requests need a key.'] : []),
    database
      ? `  Ctrl-C stops it all; the data stays in ${relative(process.cwd(), dataDir) || dataDir}.`
      : '  Ctrl-C stops it.',
    '',
    '',
  ].join('\n');
}

/** Terminals are recorded and shared, so the password is shown only by --show-password. */
function loginOf({ user, password }: SupervisedNeo4j, dataDir: string): string {
  if (process.argv.includes('--show-password')) return `user ${user}, password ${password}`;
  const { passwordFile } = foldersOf(join(dataDir, 'neo4j'));
  return `user ${user}, password in ${relative(process.cwd(), passwordFile)} (npm start -- --show-password shows it)`;
}

/** Rejects when the database ended by itself and could not be started again. */
async function failureOf(database: SupervisedNeo4j | undefined): Promise<never> {
  await database?.ended;
  return new Promise<never>(() => undefined);
}

async function closeInTime(service: { close(): Promise<void> }): Promise<void> {
  await Promise.race([service.close(), delay(CLOSE_MS, undefined, { ref: false })]);
}

function withoutLogin(uri: string): string {
  return uri.replace(/\/\/[^/@]*@/, '//');
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** What users can act on is told without a stack; anything else is a defect, and its stack helps to find it. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError || error instanceof StartError) return error.message;
  if (error instanceof ManagedNeo4jError || error instanceof PrerequisiteError) return error.message;
  // Domain errors carry a code of the contract: the database refused, or was not there.
  return 'code' in error ? error.message : (error.stack ?? error.message);
}
