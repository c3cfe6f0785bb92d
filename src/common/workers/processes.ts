import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { bulkhead, BulkheadRejectedError } from 'cockatiel';
import { LimitExceededError } from '../errors.js';
import type { ProcessTask } from './worker-task.js';

/** Limits of the processes that read untrusted files. */
export interface ProcessLimits {
  /** Maximum time of one task, not counting its wait for a process. */
  readonly timeMs: number;
  /** Maximum memory of one process: of its heap and, on Linux, of all its resident memory. */
  readonly memoryMb: number;
  readonly processes: number;
  /** Maximum number of tasks that wait for a process. */
  readonly waiting: number;
}

/** Reason why a task ended without an answer. */
export type EndReason = 'TIME' | 'MEMORY';

/** The process of a task was killed or died. */
export class TaskEnded extends Error {
  constructor(
    readonly reason: EndReason,
    options?: ErrorOptions,
  ) {
    super(`The task was ended (${reason})`, options);
    this.name = 'TaskEnded';
  }
}

/** Interval at which the memory of a busy process is checked. */
const WATCH_MS = 100;
/** Idle time, in ms, after which a process ends. */
const IDLE_MS = 60_000;
/** Base memory, in MB, of Node.js and the libraries of the tasks. It is not counted as memory of a task. */
const BASE_MB = 160;

/** Exit code by which a shell or container reports an abort. */
const ABORTED = 134;

type Reply = { readonly result: unknown } | { readonly failure: string };

/**
 * Processes for work whose memory cannot be bounded inside this one: a library that reads untrusted files allocates
 * outside of the heap that a thread's limits cover, and V8 ends the whole process if a thread requests too much at
 * once. A process that exceeds its memory or time is killed and replaced. It does not get the service's environment.
 * Inputs and results are values that `structuredClone` copies.
 */
@Injectable()
export class Processes implements OnApplicationShutdown {
  private readonly turns;
  /** Idle processes, with the timers that end them. The one used last comes last. */
  private readonly idle = new Map<ChildProcess, NodeJS.Timeout>();
  private readonly all = new Set<ChildProcess>();

  constructor(private readonly limits: ProcessLimits) {
    this.turns = bulkhead(limits.processes, limits.waiting);
  }

  /**
   * Runs a task in a separate process.
   *
   * @throws TaskEnded when it takes too much time or memory
   * @throws LimitExceededError when too many tasks wait
   */
  async run<Input, Result>(task: ProcessTask<Input, Result>, input: Input): Promise<Awaited<Result>> {
    try {
      return (await this.turns.execute(() => this.runNow(task, input))) as Awaited<Result>;
    } catch (error) {
      if (!(error instanceof BulkheadRejectedError)) throw error;
      throw new LimitExceededError(`${this.limits.waiting} tasks wait to be carried out; try again later`, {
        cause: error,
      });
    }
  }

  onApplicationShutdown(): void {
    for (const child of this.all) child.kill('SIGKILL');
  }

  private async runNow<Input, Result>({ name, module }: ProcessTask<Input, Result>, input: Input): Promise<unknown> {
    const child = this.takeIdle() ?? this.start();
    const reply = await this.ask(child, { module, name, input });
    if ('failure' in reply) throw new Error(`A task failed in its process: ${reply.failure}`);
    return reply.result;
  }

  private ask(child: ChildProcess, task: object): Promise<Reply> {
    const { timeMs, memoryMb } = this.limits;
    return new Promise<Reply>((resolve, reject) => {
      const done = (end: () => void) => {
        clearTimeout(late);
        clearInterval(watch);
        child.off('message', answered).off('exit', ended).off('error', failed);
        end();
      };
      const stop = (reason: EndReason) => {
        child.kill('SIGKILL');
        done(() => reject(new TaskEnded(reason)));
      };
      const late = setTimeout(() => stop('TIME'), timeMs);
      const watch = setInterval(() => {
        if (residentMb(child.pid) > memoryMb + BASE_MB) stop('MEMORY');
      }, WATCH_MS);
      const answered = (reply: unknown) => done(() => (this.rest(child), resolve(reply as Reply)));
      // V8 aborts a process whose heap is full; the system kills one if memory runs out.
      const ended = (code: number | null, signal: NodeJS.Signals | null) => {
        const isFull = signal !== null || code === ABORTED;
        const failure = new Error(`A process for tasks ended by itself (${code})`);
        done(() => reject(isFull ? new TaskEnded('MEMORY') : failure));
      };
      const failed = (error: Error) => {
        child.kill('SIGKILL');
        done(() => reject(new Error(`A process for tasks failed: ${error.message}`, { cause: error })));
      };
      child.ref();
      child.channel?.ref();
      child.on('message', answered).on('exit', ended).on('error', failed);
      child.send(task, (error) => error && failed(error));
    });
  }

  /** Keeps a process for the next task, unless the last task left it using too much memory. */
  private rest(child: ChildProcess): void {
    if (residentMb(child.pid) > this.limits.memoryMb / 2 + BASE_MB) return void child.kill('SIGKILL');
    child.unref();
    child.channel?.unref();
    const timer = setTimeout(() => {
      // At once, because its exit is noticed only later, and until then a task would be given to it.
      this.idle.delete(child);
      child.kill('SIGKILL');
    }, IDLE_MS);
    timer.unref();
    this.idle.set(child, timer);
  }

  private takeIdle(): ChildProcess | undefined {
    const [child, timer] = [...this.idle].at(-1) ?? [];
    if (!child) return undefined;
    clearTimeout(timer);
    this.idle.delete(child);
    return child;
  }

  private start(): ChildProcess {
    const flags = process.execArgv.filter((flag) => !/^(?:-e|--eval|--inspect|--max-old-space-size)/.test(flag));
    const child = spawn(
      process.execPath,
      [...flags, `--max-old-space-size=${this.limits.memoryMb}`, '-e', SERVE_TASKS],
      {
        // The process does not get the service's environment, which contains passwords. The variable is for the loader
        // of the tests.
        env: { HEARTWOOD_TASKS: '1' },
        cwd: tmpdir(),
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        serialization: 'advanced',
        windowsHide: true,
      },
    );
    this.all.add(child);
    child.once('exit', () => {
      this.all.delete(child);
      clearTimeout(this.idle.get(child));
      this.idle.delete(child);
    });
    return child;
  }
}

/**
 * The program of the process. It is a string, because compilers would rewrite the imports of a function. The process
 * ends with its parent.
 */
const SERVE_TASKS = `
process.on('message', ({ module, name, input }) => {
  import(module)
    .then((loaded) => loaded[name](input))
    .then(
      (result) => process.send({ result }),
      (error) => process.send({ failure: error instanceof Error ? error.message : 'unknown' }),
    );
});
`;

/** Resident memory of a process in MB; 0 if the system does not report it. */
function residentMb(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return 0;
  try {
    return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0; // The process has just ended.
  }
}
