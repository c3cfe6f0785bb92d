import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { isAlive, readClaim } from '../managed/process-file.js';
import type { RunningState } from '../start.js';
import { CommandFailure } from '../cli/failure.js';

/** The folder of package.json, where `npm start` runs. */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LOOK_MS = 200;
/** Maximum time, in ms, for the service to stop, during which Neo4j writes a checkpoint. */
const STOP_MS = 45_000;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The service for an MCP client: that of HEARTWOOD_URL, otherwise one already running on this machine, otherwise one
 * that is started as by `npm start` and stopped with this process.
 */
export class McpService {
  private child: ChildProcess | undefined;
  private stopped = false;
  private readonly stateFile: string;

  /** @param url used unchanged, if given */
  constructor(
    private readonly url: string | undefined,
    private readonly environment: Environment,
  ) {
    this.stateFile = join(resolve(ROOT, settingsOf(environment)['HEARTWOOD_DATA_DIR'] || '.data'), 'heartwood.json');
  }

  /**
   * The service's address, once it listens.
   *
   * @throws CommandFailure when the service cannot be started; its last output went to standard error
   */
  async address(): Promise<string> {
    if (this.url !== undefined) return this.url;
    for (;;) {
      if (this.stopped) throw new CommandFailure('Stopped.');
      const state = readClaim<RunningState>(this.stateFile);
      if (state && isAlive(state)) {
        if (state.url !== null) return state.url;
      } else if (!this.child) {
        this.child = this.start();
      } else if (this.child.exitCode !== null || this.child.signalCode !== null) {
        // If another start was faster, this service has ended, and the address file belongs to the other service.
        this.child = undefined;
        throw new CommandFailure('The service could not be started; its output is in the log of this MCP server');
      }
      await sleep(LOOK_MS);
    }
  }

  /** Whether a service is running that can answer soon. */
  isThere(): boolean {
    const state = this.url === undefined ? readClaim<RunningState>(this.stateFile) : undefined;
    return this.url !== undefined || (state !== undefined && isAlive(state) && state.url !== null);
  }

  /** Stops the service if it was started here; other services keep running. */
  async stop(): Promise<void> {
    this.stopped = true;
    const { child } = this;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
  }

  /** Standard output is reserved for the MCP client, so the service's output goes to standard error. */
  private start(): ChildProcess {
    const child = spawn(process.execPath, [join(ROOT, 'scripts', 'start.mjs'), '--until-input-ends'], {
      cwd: ROOT,
      env: { ...this.environment },
      // The input of the service is a pipe, which closes when this process ends, even if it is killed.
      stdio: ['pipe', process.stderr, process.stderr],
    });
    child.on('error', (error) => process.stderr.write(`${error.message}\n`));
    return child;
  }
}

/** Settings from the environment and, with lower precedence, from `.env`, as the service reads them. */
export function settingsOf(environment: Environment): Environment {
  const file = join(ROOT, '.env');
  return { ...(existsSync(file) && parseEnv(readFileSync(file, 'utf8'))), ...environment };
}
