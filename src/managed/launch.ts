import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ManagedNeo4jError } from './errors.js';
import type { Folders } from './folders.js';
import { type Generation, GENERATIONS } from './generations.js';
import type { Order } from './guarded-process.js';
import { dockerVariables, neo4jConf, sharedSettings, type Neo4jConfOptions } from './neo4j-conf.js';

/** Maximum time for a stop. Neo4j then writes a checkpoint, which takes longer after more writes. */
const STOP_MS = 30_000;

/** Packages of the JDK that Neo4j accesses by reflection, opened as by its own launcher. */
const JVM_ARGS = [
  '--add-opens=java.base/java.nio=ALL-UNNAMED',
  '--add-opens=java.base/java.io=ALL-UNNAMED',
  '--add-opens=java.base/sun.nio.ch=ALL-UNNAMED',
  '--add-opens=java.base/java.util.concurrent=ALL-UNNAMED',
  '-XX:-OmitStackTraceInFastThrow',
  '-XX:+ExitOnOutOfMemoryError',
  '-Dio.netty.tryReflectionSetAccessible=true',
  '-Dlog4j2.disable.jmx=true',
  '-Dfile.encoding=UTF-8',
];

/**
 * Compilation by the optimising compiler does not pay off for a short-lived database: without it, a start takes 9 s of
 * CPU instead of 19.
 */
const QUICK_START = '-XX:TieredStopAtLevel=1';
/**
 * With only the quick compiler, the code cache is 48 MiB by default, too small for Neo4j's planner: with a larger one,
 * and without G1's barriers, the tests need 183 s of the database's CPU instead of 303.
 */
const SHORT_LIVED = [QUICK_START, '-XX:ReservedCodeCacheSize=256m', '-XX:+UseParallelGC'];
const LONG_LIVED = ['-XX:+UseG1GC'];

interface Launch {
  readonly generation: Generation;
  readonly folders: Folders;
  readonly conf: Neo4jConfOptions;
  readonly remove: readonly string[];
}

/** Returns the order to run the server with Java, and writes its configuration file. */
export function javaOrder({ generation, folders, conf, remove }: Launch, java: string, jars: readonly string[]): Order {
  for (const folder of [folders.home, folders.conf]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(folders.conf, 'neo4j.conf'), neo4jConf(conf));
  const args = [
    `-Xms${Math.min(256, conf.memory.heap)}m`,
    `-Xmx${conf.memory.heap}m`,
    ...JVM_ARGS,
    ...GENERATIONS[generation].jvmArgs,
    ...(remove.length > 0 ? SHORT_LIVED : LONG_LIVED),
    '-cp',
    jars.join(delimiter),
    GENERATIONS[generation].mainClass,
    // This option also writes the log to the console, whose output file is searched for failures.
    '--console-mode',
    `--home-dir=${folders.home}`,
    `--config-dir=${folders.conf}`,
  ];
  return {
    command: java,
    args: [writeArguments(folders, 'server.args', args)],
    env: process.env,
    logFile: folders.logFile,
    lockFile: folders.lockFile,
    remove,
    stopMs: STOP_MS,
  };
}

/** Sets the password of a database that was never started. */
export async function setInitialPassword(
  folders: Folders,
  java: string,
  jars: readonly string[],
  password: string,
): Promise<void> {
  // The password is passed in a file that only its owner can read, because arguments are visible in the list of
  // processes.
  const failure = await runAdmin(folders, java, jars, ['dbms', 'set-initial-password', password]);
  if (failure !== undefined)
    throw new ManagedNeo4jError(`The password of the new database could not be set: ${failure}`);
}

/**
 * Runs Neo4j's admin tool on a stopped database.
 *
 * @param began receives the id of the tool's process, which goes on if this process is killed
 * @returns the tool's output if it failed; undefined if it succeeded
 */
export async function runAdmin(
  folders: Folders,
  java: string,
  jars: readonly string[],
  command: readonly string[],
  began: (pid: number) => void = () => undefined,
): Promise<string | undefined> {
  const file = writeArguments(folders, 'admin.args', [
    QUICK_START,
    '-cp',
    jars.join(delimiter),
    `-Dbasedir=${folders.home}`,
    'org.neo4j.cli.AdminTool',
    ...command,
  ]);
  const tool = spawn(java, [file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NEO4J_HOME: folders.home, NEO4J_CONF: folders.conf },
  });
  if (tool.pid !== undefined) began(tool.pid);
  let output = '';
  for (const stream of [tool.stdout, tool.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  try {
    const [status] = (await once(tool, 'close')) as [number | null];
    return status === 0 ? undefined : saidBy(output);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    writeFileSync(file.slice(1), '');
  }
}

/** Leaves out the progress that Neo4j's tool prints for each file, and repeated lines. */
function saidBy(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  return [...new Set(lines)].filter((line) => line !== '' && !/^(?:Files: \d|Done: \d)/.test(line)).join('\n');
}

/**
 * Returns the order to run the server with Docker. Its ports are published on loopback only, and its data is in the
 * same folder as with Java.
 */
export function dockerOrder({ generation, folders, conf, remove }: Launch, docker: string, password: string): Order {
  const data = join(folders.home, 'data');
  mkdirSync(data, { recursive: true });
  const name = `heartwood-${createHash('sha256').update(folders.base).digest('hex').slice(0, 12)}`;
  const variables = dockerVariables(
    new Map([
      ['server.bolt.advertised_address', `127.0.0.1:${conf.boltPort}`],
      ['server.http.advertised_address', `127.0.0.1:${conf.httpPort}`],
      ['server.memory.heap.max_size', `${conf.memory.heap}m`],
      ...sharedSettings(conf),
    ]),
  );
  const user = process.getuid && process.getgid ? ['--user', `${process.getuid()}:${process.getgid()}`] : [];
  return {
    command: docker,
    args: [
      'run',
      '--rm',
      `--name=${name}`,
      ...user,
      `--publish=127.0.0.1:${conf.boltPort}:7687`,
      `--publish=127.0.0.1:${conf.httpPort}:7474`,
      `--volume=${data}:/data`,
      ...[...variables].map(([key, value]) => `--env=${key}=${value}`),
      // The option has no value, so that Docker reads it from its environment and it does not appear in the list of
      // processes.
      '--env=NEO4J_AUTH',
      GENERATIONS[generation].image,
    ],
    env: { ...process.env, NEO4J_AUTH: `neo4j/${password}` },
    logFile: folders.logFile,
    lockFile: folders.lockFile,
    remove,
    stopMs: STOP_MS,
    stop: [docker, 'stop', `--time=${STOP_MS / 1000 - 5}`, name],
    kill: [docker, 'kill', name],
  };
}

/** Writes Java's arguments into a file, since the class path alone exceeds the length limit of some systems. */
function writeArguments(folders: Folders, name: string, args: readonly string[]): string {
  mkdirSync(folders.conf, { recursive: true });
  const file = join(folders.conf, name);
  const quoted = args.map((arg) => `"${arg.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`);
  writeFileSync(file, `${quoted.join('\n')}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return `@${file}`;
}
