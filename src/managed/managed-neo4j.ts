import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findNeo4jSource, type Neo4jSource } from '../../scripts/lib/prerequisites.mjs';
import { pullImage } from './docker-image.js';
import { ManagedNeo4jError, type ReportProgress } from './errors.js';
import { assertPasswordIsThere, foldersOf, type Folders } from './folders.js';
import {
  chooseGeneration,
  copyDatabase,
  copyFolder,
  failedUpgrade,
  type Generation,
  GENERATIONS,
  recordGeneration,
  storedGeneration,
} from './generations.js';
import { startGuarded, type GuardedProcess } from './guarded-process.js';
import { resolveJars } from './jars.js';
import { dockerOrder, javaOrder, setInitialPassword } from './launch.js';
import { takeLock, type Lock } from './lock.js';
import { laptopMemory, type Memory } from './neo4j-conf.js';
import { answers, findFreePort, isFree } from './ports.js';
import type { Claim } from './process-file.js';
import { endInterruptedRestore } from './restoring.js';
import { serves } from './vital-signs.js';

export { ManagedNeo4jError } from './errors.js';
export type { ReportProgress } from './errors.js';

const USER = 'neo4j';
const STANDARD_PORTS: Ports = { bolt: 7687, http: 7474 };
/**
 * Maximum time for a start: one took 27 s at a load of 20 on two cores, and the recovery after a crash may replay 15
 * minutes of writes.
 */
const READY_MS = 180_000;
const POLL_MS = 100;

/** Ports of the managed database on the loopback address. */
export interface Ports {
  /** 0 means any free port. */
  readonly bolt: number;
  /** 0 means any free port. */
  readonly http: number;
}

/** Where the managed database keeps its data, and how it is started. */
export interface ManagedNeo4jOptions {
  /** Folder of all files of the database: data, logs, configuration, password. Kept between starts. */
  readonly dataDir: string;
  /**
   * Caches the paths of Maven's jars; default: a file in `dataDir`. Databases that share it ask Maven once per
   * generation.
   */
  readonly jarsFile?: string;
  /** Fixed ports, for which the start fails if one is taken; default: the standard ports, or the next free ones. */
  readonly ports?: Ports;
  readonly memory?: Memory;
  /** Whether the databases reject writes, for tests. */
  readonly isReadOnly?: boolean;
  /** Base URL of the service, whose guide Neo4j Browser opens. */
  readonly serviceUrl?: string;
  /** For a short-lived database: paths to remove on `discard`, or when the process that started the database ends. */
  readonly temporary?: readonly string[];
  /** Default: the software that this machine has, Java with Maven before Docker. */
  readonly source?: Neo4jSource;
  /** Generation of a newly created database; default: the newest that Java runs, or 5.26 in Docker. */
  readonly generation?: Generation | undefined;
  /**
   * True if an existing database is to be copied and then upgraded to the newest generation. By default its generation
   * is kept.
   */
  readonly upgrade?: boolean;
  /**
   * The start resolves when this port answers. The default is HTTP. Bolt opens a second earlier; with it,
   * `untilBrowserAnswers` waits for HTTP, and a port that another program takes meanwhile is not replaced.
   */
  readonly waitFor?: 'bolt' | 'http';
  readonly onProgress?: ReportProgress;
  /** Aborts a running start; all processes it started are ended first. */
  readonly signal?: AbortSignal;
}

/** A running database with its address and login. */
export interface ManagedNeo4j {
  readonly uri: string;
  readonly user: string;
  readonly password: string;
  /** URL of Neo4j Browser with the connection filled in. */
  readonly browserUrl: string;
  readonly ports: Ports;
  /** True if this start created the database. */
  readonly isNew: boolean;
  readonly generation: Generation;
  /** The database's process. */
  readonly pid: number;
  /** Resolves when the database has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Stops the database gracefully and keeps its data; the same options start it again. */
  stop(): Promise<void>;
  /** Kills the database, as a crash would, and keeps its data. */
  kill(): Promise<void>;
  /** Ends the database and removes the `temporary` paths. */
  discard(): Promise<void>;
  /** @throws ManagedNeo4jError when the database ends first, or does not answer in time */
  untilBrowserAnswers(): Promise<void>;
  /** The last lines of the database's output. */
  lastOutput(): string;
}

/**
 * Starts a local Neo4j that is reachable only from this machine, and waits until it answers. The database ends together
 * with this process, even if this process is killed.
 *
 * @throws ManagedNeo4jError when the database cannot be installed or started; the message tells why
 * @throws PrerequisiteError when the machine has neither Java with Maven nor Docker
 */
export async function startManagedNeo4j(options: ManagedNeo4jOptions): Promise<ManagedNeo4j> {
  const source = options.source ?? findNeo4jSource({ ...process.env, NEO4J_URI: undefined });
  const report = options.onProgress ?? (() => undefined);
  const folders = foldersOf(resolve(options.dataDir));
  mkdirSync(folders.base, { recursive: true, mode: 0o700 });

  const lock = await takeLock(folders, report);
  try {
    await endInterruptedRestore(folders, report);
    return await startLocked({ ...options, source, report, folders, lock });
  } catch (error) {
    lock.release();
    for (const path of options.temporary ?? []) rmSync(path, { recursive: true, force: true });
    throw error;
  }
}

interface LockedStart extends ManagedNeo4jOptions {
  readonly source: Neo4jSource;
  readonly report: ReportProgress;
  readonly folders: Folders;
  readonly lock: Claim<Lock>;
}

async function startLocked(start: LockedStart): Promise<ManagedNeo4j> {
  const { source, report, folders, upgrade, signal } = start;
  const stored = existsSync(folders.passwordFile) ? storedGeneration(folders) : undefined;
  const generation = chooseGeneration({ stored, source, wanted: start.generation, upgrade, folder: folders.base });
  const jarsFile = start.jarsFile ?? join(folders.base, 'jars.json');
  const software: Software = {
    generation,
    jars: source.kind === 'java' ? await resolveJars(generation, jarsFile, source.maven, report, signal) : [],
  };
  if (source.kind === 'docker') await pullImage(source.docker, GENERATIONS[generation].image, report);
  signal?.throwIfAborted();
  if (stored === undefined || stored === generation) return startWith(start, software);

  const copy = copyFolder(folders, stored, new Date());
  report({ title: `Copying the database to ${copy}` });
  await copyDatabase(folders, stored, copy);
  try {
    return await startWith(start, software, { isUpgrade: true });
  } catch (error) {
    throw error instanceof ManagedNeo4jError ? failedUpgrade(folders, copy, error) : error;
  }
}

/** The Neo4j software to run. */
interface Software {
  readonly generation: Generation;
  /** Empty if Docker runs it. */
  readonly jars: readonly string[];
}

async function startWith(start: LockedStart, software: Software, { isUpgrade = false } = {}): Promise<ManagedNeo4j> {
  const { source, report, folders } = start;
  const { generation, jars } = software;
  const { password, isNew } = preparePassword(folders);
  // The generation is recorded before the first start, because data that one generation has begun to write is unusable
  // for an older one.
  if (isNew || isUpgrade) recordGeneration(folders, generation);
  if (isNew && source.kind === 'java') {
    mkdirSync(folders.home, { recursive: true });
    report({ title: 'Creating the database' });
    await setInitialPassword(folders, source.java, jars, password);
  }

  report({ title: isUpgrade ? `Upgrading the database to Neo4j ${generation}` : 'Starting Neo4j' });
  const { database, ports } = await launchOnFreePorts(start, software, password);
  if (isUpgrade) {
    // The server also answers if it failed to open its data, so a transaction is tried.
    await waitUntil(() => serves({ ports, user: USER, password }), database, folders, start.signal).catch(
      async (error: unknown) => {
        if (!database.hasEnded) await database.stop();
        throw error;
      },
    );
  }
  if (isNew) renameSync(folders.newPasswordFile, folders.passwordFile);
  const ended = database.ended.then(() => start.lock.release());
  const endedBy = (end: () => Promise<void>) => async () => {
    await end();
    await ended;
  };

  const uri = `bolt://127.0.0.1:${ports.bolt}`;
  const connect = encodeURIComponent(`bolt://${USER}@127.0.0.1:${ports.bolt}`);
  return {
    uri,
    user: USER,
    password,
    browserUrl: `http://127.0.0.1:${ports.http}/browser/?connectURL=${connect}`,
    ports,
    isNew,
    generation,
    pid: database.pid,
    ended,
    stop: endedBy(() => database.stop()),
    kill: endedBy(() => database.kill()),
    discard: endedBy(() => database.discard()),
    untilBrowserAnswers: () => waitUntil(() => servesHttp(ports), database, folders, start.signal),
    lastOutput: () => lastLines(folders.logFile),
  };
}

/** Another program may take a port between its choice and its use; then any free ports are chosen, and named. */
async function launchOnFreePorts(start: LockedStart, software: Software, password: string) {
  for (let attempt = 1; ; attempt += 1) {
    const ports = await choosePorts(attempt === 1 ? start.ports : { bolt: 0, http: 0, ...start.ports });
    if (attempt > 1) {
      const title = `Starting Neo4j on ports ${ports.bolt} and ${ports.http}, since another program took one of the others`;
      start.report({ title });
    }
    try {
      return { database: await launch(start, ports, software, password), ports };
    } catch (error) {
      if (!(error instanceof PortTakenError) || attempt === 3 || (start.ports?.bolt && start.ports.http)) throw error;
    }
  }
}

class PortTakenError extends ManagedNeo4jError {}

/** What Neo4j, Java and Docker write when another program listens on a port. */
const TAKEN = /already in use|BindException|port is already allocated/;

async function choosePorts(wanted: Ports | undefined): Promise<Ports> {
  const bolt = await choosePort('bolt', wanted, []);
  return { bolt, http: await choosePort('http', wanted, [bolt]) };
}

async function choosePort(name: keyof Ports, wanted: Ports | undefined, taken: readonly number[]): Promise<number> {
  const port = wanted?.[name];
  if (port === undefined) return findFreePort(STANDARD_PORTS[name], '127.0.0.1', taken);
  if (port === 0) return findFreePort(0);
  if (await isFree(port)) return port;
  throw new PortTakenError(`Neo4j cannot listen on port ${port} (${name}): another program does`);
}

async function launch(
  start: LockedStart,
  ports: Ports,
  { generation, jars }: Software,
  password: string,
): Promise<GuardedProcess> {
  const { folders, source, lock } = start;
  const conf = {
    boltPort: ports.bolt,
    httpPort: ports.http,
    memory: start.memory ?? laptopMemory(),
    ...(start.serviceUrl === undefined ? {} : { serviceUrl: start.serviceUrl }),
    isShortLived: (start.temporary ?? []).length > 0,
    own: [
      ...GENERATIONS[generation].settings,
      ...(start.isReadOnly ? ([['server.databases.default_to_read_only', 'true']] as const) : []),
    ],
  };
  const plan = { generation, folders, conf, remove: start.temporary ?? [] };
  const order =
    source.kind === 'docker' ? dockerOrder(plan, source.docker, password) : javaOrder(plan, javaOf(source), jars);
  const database = await startGuarded(order);
  lock.update({ guardPid: database.guardPid });
  try {
    const isOpen = async () => (start.waitFor === 'bolt' ? saysBolt(folders) : servesHttp(ports));
    const isReady = async () => (await isOpen()) && (await answers(ports.bolt));
    await waitUntil(isReady, database, folders, start.signal);
    return database;
  } catch (error) {
    if (!database.hasEnded) await database.stop();
    throw error;
  }
}

function javaOf(source: Neo4jSource): string {
  if (source.kind === 'java') return source.java;
  throw new ManagedNeo4jError('Your own database (NEO4J_URI) is not managed');
}

async function waitUntil(
  isTrue: () => Promise<boolean>,
  database: GuardedProcess,
  folders: Folders,
  signal?: AbortSignal,
): Promise<void> {
  const until = Date.now() + READY_MS;
  while (Date.now() < until) {
    signal?.throwIfAborted();
    // Neo4j may log that a port is taken and go on without it.
    if (database.hasEnded || TAKEN.test(lastLines(folders.logFile))) throw failureFrom(folders);
    if (await isTrue()) return;
    await delay(POLL_MS);
  }
  throw new ManagedNeo4jError(
    `Neo4j did not answer within ${READY_MS / 1000} s. Its last lines:\n${lastLines(folders.logFile)}`,
  );
}

/** The log tells whether our Neo4j listens, since another program may answer on the port. */
function saysBolt(folders: Folders): boolean {
  return readFileSync(folders.logFile, 'utf8').includes('Bolt enabled');
}

/** The Bolt address in the response identifies our Neo4j, since another one may answer on the port. */
async function servesHttp(ports: Ports): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${ports.http}/`, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(2_000),
    });
    return response.ok && (await response.text()).includes(`:${ports.bolt}`);
  } catch {
    return false;
  }
}

function failureFrom(folders: Folders): ManagedNeo4jError {
  const output = lastLines(folders.logFile);
  if (output.includes('store_lock')) {
    return new ManagedNeo4jError(
      `The database in ${folders.base} is in use by another Neo4j, which holds its store_lock. ` +
        'End that one, or set HEARTWOOD_DATA_DIR to another folder.',
    );
  }
  if (TAKEN.test(output)) {
    return new PortTakenError(`Another program took a port of Neo4j. Its last lines:\n${output}`);
  }
  return new ManagedNeo4jError(`Neo4j ended while it started. Its last lines:\n${output}`);
}

function lastLines(file: string, count = 15): string {
  if (!existsSync(file)) return '(it printed nothing)';
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  // The lines with the causes are the most useful ones of a stack trace.
  const telling = lines.filter((line) => !/^\s+(at |\.\.\. \d+ more)/.test(line));
  return telling.slice(-count).join('\n');
}

/** `password.new` becomes `password` once the database has started; an interrupted first start is begun again. */
function preparePassword(folders: Folders): { password: string; isNew: boolean } {
  if (existsSync(folders.passwordFile))
    return { password: readFileSync(folders.passwordFile, 'utf8').trim(), isNew: false };

  assertPasswordIsThere(folders);
  rmSync(join(folders.home, 'data'), { recursive: true, force: true });
  // The format is not base64url, in which one of 64 passwords starts with a hyphen; the tool would take such a password
  // for an option.
  const password = randomBytes(16).toString('hex');
  writeFileSync(folders.newPasswordFile, `${password}\n`, { mode: 0o600 });
  return { password, isNew: true };
}
