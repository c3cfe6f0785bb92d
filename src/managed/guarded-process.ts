import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ManagedNeo4jError } from './errors.js';
import { isAlive, processBegan, type Owner } from './process-file.js';

const GUARD = fileURLToPath(new URL('../../scripts/neo4j/guard.mjs', import.meta.url));

const ORPHAN_POLL_MS = 50;

/** Order for the guard process; `scripts/neo4j/guard.mjs` describes each property. */
export interface Order {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
  readonly lockFile: string;
  /** Paths to remove unless the process ends by `stop` or `kill`. */
  readonly remove: readonly string[];
  /** Milliseconds to wait after a stop request before the process is killed. */
  readonly stopMs: number;
  readonly stop?: readonly string[];
  readonly kill?: readonly string[];
}

/** A process that ends together with the current process, however that one ends. */
export interface GuardedProcess {
  readonly guardPid: number;
  readonly pid: number;
  /** True once the process has ended. */
  readonly hasEnded: boolean;
  /** Resolves when both the process and its guard have ended. */
  readonly ended: Promise<void>;
  /** Stops the process gracefully and keeps its files. */
  stop(): Promise<void>;
  /** Kills the process, as a crash would, and keeps its files. */
  kill(): Promise<void>;
  /** Stops the process gracefully and removes the files listed in `remove`. */
  discard(): Promise<void>;
}

/** @throws ManagedNeo4jError when the command cannot be run */
export async function startGuarded(order: Order): Promise<GuardedProcess> {
  const guard = spawn(process.execPath, [GUARD], {
    // Runs in its own session: Ctrl-C reaches only the service, which then decides when the database may stop.
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH },
  });
  // The end of the guard is noticed on stdout and by `exit`, so an error of writing to a guard that has just ended is
  // ignored.
  guard.stdin.on('error', () => undefined);
  const exited = once(guard, 'exit');
  let hasEnded = false;

  const started = new Promise<number>((resolve, reject) => {
    createInterface({ input: guard.stdout }).on('line', (line) => {
      const message = JSON.parse(line) as { started?: number; failed?: string };
      if (message.started !== undefined) resolve(message.started);
      else if (message.failed !== undefined) reject(new ManagedNeo4jError(`${order.command}: ${message.failed}`));
      else hasEnded = true;
    });
    guard.once('error', (error) => reject(new ManagedNeo4jError(`the guard process cannot be run: ${error.message}`)));
    guard.once('exit', () => reject(new ManagedNeo4jError('the guard process ended before it started anything')));
  });
  guard.stdin.write(`${JSON.stringify(order)}\n`);
  const pid = await started;
  const child = { pid, began: processBegan(pid) };
  const ended = exited.then(async () => {
    // If the guard was killed, its process is still running.
    if (!hasEnded) await endOrphan(child, order);
    hasEnded = true;
  });

  const tell = async (command: 'stop' | 'kill') => {
    guard.stdin.write(`${command}\n`);
    await ended;
  };
  return {
    guardPid: guard.pid ?? 0,
    pid,
    ended,
    get hasEnded() {
      return hasEnded;
    },
    stop: () => tell('stop'),
    kill: () => tell('kill'),
    discard: async () => {
      guard.stdin.end();
      await ended;
    },
  };
}

/** Stops a process whose guard was killed, by force after a timeout, and waits until it has ended. */
async function endOrphan(orphan: Owner, { env, stop, kill, stopMs }: Order): Promise<void> {
  // The stop command fails if the process has already ended.
  const run = ([command = '', ...args]: readonly string[]) =>
    promisify(execFile)(command, args, { env, timeout: stopMs }).catch(() => undefined);
  const send = (signal: NodeJS.Signals) => {
    if (isAlive(orphan)) process.kill(orphan.pid, signal);
  };
  if (stop) await run(stop);
  send('SIGTERM');
  for (const until = Date.now() + stopMs; isAlive(orphan) && Date.now() < until;) await delay(ORPHAN_POLL_MS);
  if (kill) await run(kill);
  send('SIGKILL');
  while (isAlive(orphan)) await delay(ORPHAN_POLL_MS);
}
