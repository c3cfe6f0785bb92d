import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Figures } from '../../src/config/figures.js';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const CLOCK = new URL('clock.mjs', import.meta.url).href;
const FIGURES = new URL('figures.mjs', import.meta.url).href;

/** A service in a process of its own, which can be killed and whose clock can be changed. */
export class ServiceProcess {
  url = '';
  private child: ChildProcess | undefined;

  /** @param figures replace those of the service */
  constructor(
    private readonly environment: Record<string, string>,
    private readonly figures: Partial<Figures> = {},
  ) {}

  /** Starts it at its last port, or at a free one; resolves when it listens. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ['--import', FIGURES, '--import', CLOCK, MAIN], {
      env: {
        ...process.env,
        EMBEDDER: 'none',
        LOG_LEVEL: process.env['FAULTS_LOG'] ?? 'silent',
        TEST_FIGURES: JSON.stringify({ NEO4J_RETRY_MS: 2_000, ...this.figures }),
        PORT: this.url ? new URL(this.url).port : '0',
        ...this.environment,
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    this.child = child;
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('The service ended while it started')));
    this.url = await Promise.race([ended, listening(child)]);
    ended.catch(() => undefined);
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  /** Lets its clock differ by so many milliseconds from now on. */
  setClock(offsetMs: number): void {
    this.child?.send({ offsetMs });
  }
}

function listening({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    stdout?.on('data', (chunk) => {
      said += String(chunk);
      if (process.env['FAULTS_LOG'] !== undefined) process.stderr.write(String(chunk));
      const url = /listening on (http:\S+)/.exec(said)?.[1];
      if (url) resolve(url);
    });
  });
}
