import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { bulkhead, BulkheadRejectedError } from 'cockatiel';
import { LimitExceededError } from '../errors.js';
import type { WorkerTask } from './worker-task.js';

/** Limits of the processes that read files of strangers. */
export interface ProcessLimits {
  /** Maximum time of one task, its wait for a process not counted. */
  readonly timeMs: number;
  /** Maximum memory of one process: its heap, and on Linux all that it occupies. */
  readonly memoryMb: number;
  readonly processes: number;
  /** Maximum number of tasks that wait for a process. */
  readonly waiting: number;
}

/** Why a task ended without an answer. */
export type EndReason = 'TIME' | 'MEMORY';

/** The process that carried a task out was ended, or ended by itself. */
export class TaskEnded extends Error {
  constructor(
    readonly reason: EndReason,
    options?: ErrorOptions,
  ) {
    super(`The task was ended (${reason})`, options);
    this.name = 'TaskEnded';
  }
}

/** How often the memory of a process that works is looked at. */
const WATCH_MS = 100;
/** A process that had nothing to do for so long ends. */
const IDLE_MS = 60_000;
/** Node.js itself with the libraries of the tasks; not counted as memory of a task. */
const BASE_MB = 160;

/** Exit code of an abort where a shell or container reports it as one. */
const ABORTED = 134;

type Reply = { readonly result: unknown } | { readonly failure: string };

/**
 * Processes for work whose memory cannot be bounded inside of this one: a library that reads files of strangers allocates
 * outside of the heap that a thread's limits cover, and V8 ends the whole process when a thread asks for too much at once. A
 * process is ended and replaced where it takes too much memory or time. It has nothing of the service's environment. Tasks
 * are declared as those of `Workers` are; what goes in and out is what `structuredClone` copies.
 */
@Injectable()
export class Processes implements OnApplicationShutdown {
  private readonly turns;
  private readonly idle: ChildProcess[] = [];
  private readonly all = new Set<ChildProcess>();

  constructor(private readonly limits: ProcessLimits) {
    this.turns = bulkhead(limits.processes, limits.waiting);
  }

  /**
   * Carries a task out in a process of its own.
   *
   * @throws TaskEnded when it takes too much time or memory
   * @throws LimitExceededError when too many tasks wait
   */
  async run<Input, Result>(task: WorkerTask<Input, Result>, input: Input): Promise<Awaited<Result>> {
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

  private async runNow<Input, Result>({ run, module }: WorkerTask<Input, Result>, input: Input): Promise<unknown> {
    const child = this.idle.pop() ?? this.start();
    const reply = await this.ask(child, { module, name: run.name, input });
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
      // V8 aborts a process whose heap is full, and the system kills one when it has no memory left.
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

  /** Keeps a process for the next task, unless the last one left it large. */
  private rest(child: ChildProcess): void {
    if (residentMb(child.pid) > this.limits.memoryMb / 2 + BASE_MB) return void child.kill('SIGKILL');
    child.unref();
    child.channel?.unref();
    this.idle.push(child);
    setTimeout(() => {
      const place = this.idle.indexOf(child);
      if (place >= 0) child.kill('SIGKILL');
    }, IDLE_MS).unref();
  }

  private start(): ChildProcess {
    const flags = process.execArgv.filter((flag) => !/^(?:-e|--eval|--inspect|--max-old-space-size)/.test(flag));
    const child = spawn(
      process.execPath,
      [...flags, `--max-old-space-size=${this.limits.memoryMb}`, '-e', SERVE_TASKS],
      {
        // Without the service's environment, which has its passwords. The key is for the loader of the tests.
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
      const place = this.idle.indexOf(child);
      if (place >= 0) this.idle.splice(place, 1);
    });
    return child;
  }
}

/** What the process runs. A text, since those who compile functions write their imports anew. It ends with its parent. */
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

/** Memory that a process occupies; 0 where the system does not tell. */
function residentMb(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return 0;
  try {
    return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0; // It has just ended.
  }
}
