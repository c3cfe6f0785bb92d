import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { FairQueue } from '../../common/queue.js';
import { runInTurns, type Steps } from '../../common/turns.js';
import { READER } from './reader.prolog.js';
import type { ReadClause } from './terms.js';

/** Maximum time for starting SWI-Prolog. It takes about a second; the limit allows for a busy machine. */
const START_LIMIT_MS = 60_000;
/** Maximum processor time of the thread for one text. The densest text of 250 KB needs about half of it. */
const READ_LIMIT_MS = 1_000;
/** Wall-clock limit of reading a text, even on a busy machine. */
const READ_HARD_LIMIT_MS = 15_000;
const LOOK_EVERY_MS = 100;

/** Thrown if a text could not be read to its end, so that the clauses read so far are lost. */
export class UnreadableError extends Error {}

/**
 * Clauses arrive as JSON in batches, because parsing all clauses of the largest text at once would block the process.
 */
type Reply =
  | { readonly predicates: string; readonly thread: string }
  | { readonly batches: readonly string[] }
  | { readonly error: string };

/** What SWI-Prolog read from a text. */
export interface Reading {
  readonly clauses: readonly ReadClause[];
  /** `name/arity` of Prolog's own predicates. */
  readonly predicates: ReadonlySet<string>;
}

interface WorkerSettings {
  /** Path of swipl-wasm. */
  readonly library: string;
  readonly program: string;
}

interface Waiting {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

interface Running {
  readonly worker: Worker;
  /** Resolves to `name/arity` of Prolog's own predicates. */
  readonly started: Promise<ReadonlySet<string>>;
  waiting: Waiting | undefined;
  /** Path below /proc with the thread's processor time; '' if the system does not provide it. */
  thread: string;
}

/**
 * SWI-Prolog in a worker thread, started at the first text and reused. It reads one text at a time; callers take turns.
 * If a text takes too long or crashes SWI-Prolog, the thread is ended, and the next text starts a new one.
 */
export class SwiplWorker {
  private running: Running | undefined;
  private readonly queue = new FairQueue();
  private closed = false;

  constructor(private readonly readLimitMs = READ_LIMIT_MS) {}

  /**
   * @param caller name of the caller; texts of different callers are read in turn
   * @throws UnreadableError when reading takes more than a second of processor time, or crashes SWI-Prolog
   */
  read(text: string, caller = ''): Promise<Reading> {
    return this.queue.run(caller, () => this.readNow(text));
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.end();
  }

  private async readNow(text: string): Promise<Reading> {
    if (this.closed) throw new UnreadableError('the service stops');
    const running = (this.running ??= this.start());
    const predicates = await running.started;
    const reply = await this.limited(running, ask(running, text));
    if ('batches' in reply) return { clauses: await runInTurns(parsed(reply.batches)), predicates };
    await this.end();
    throw new UnreadableError('error' in reply ? reply.error : 'no answer');
  }

  /**
   * Limits the processor time of the thread instead of the elapsed time, so that a text is not rejected because the
   * machine is busy.
   */
  private async limited({ thread }: Running, answer: Promise<Reply>): Promise<Reply> {
    const begin = performance.now();
    const cpu = processorMs(thread);
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<Reply>((resolve) => {
      timer = setInterval(() => {
        const spent = performance.now() - begin;
        if (processorMs(thread) - cpu >= this.readLimitMs || spent >= READ_HARD_LIMIT_MS) {
          resolve({ error: 'it took too long' });
        }
      }, LOOK_EVERY_MS);
    });
    try {
      return await Promise.race([answer, tooLong]);
    } finally {
      clearInterval(timer);
    }
  }

  private start(): Running {
    const workerData: WorkerSettings = {
      library: createRequire(import.meta.url).resolve('swipl-wasm'),
      program: READER,
    };
    // The code of the worker is a function in this file instead of a separate file, so that it runs the same way from
    // dist and from source (tests).
    const worker = new Worker(`(${runWorker.toString()})()`, { eval: true, workerData, stdout: true, stderr: true });
    const running: Running = { worker, started: Promise.resolve(new Set<string>()), waiting: undefined, thread: '' };
    const answer = (reply: Reply) => {
      const { waiting } = running;
      running.waiting = undefined;
      waiting?.resolve(reply);
    };
    worker.on('message', answer);
    worker.on('error', (error) => answer({ error: error.message }));
    worker.on('exit', () => {
      if (this.running === running) this.running = undefined;
      answer({ error: 'its thread ended' });
    });
    // This comes after the listeners were added, because adding one keeps the process alive again. While an answer is
    // awaited, a timer keeps the process alive.
    worker.unref();
    const timer = setTimeout(
      () => answer({ error: `it did not start within ${String(START_LIMIT_MS)} ms` }),
      START_LIMIT_MS,
    );
    const started = new Promise<Reply>((resolve, reject) => {
      running.waiting = { resolve, reject };
    }).then(async (reply) => {
      clearTimeout(timer);
      if ('predicates' in reply) {
        running.thread = reply.thread;
        const predicates = JSON.parse(reply.predicates) as [name: string, arity: number][];
        return new Set(predicates.map(([name, arity]) => `${name}/${String(arity)}`));
      }
      if (this.running === running) await this.end();
      throw new Error(`SWI-Prolog could not be started: ${'error' in reply ? reply.error : ''}`);
    });
    return Object.assign(running, { started });
  }

  private async end(): Promise<void> {
    const { running } = this;
    this.running = undefined;
    await running?.worker.terminate();
  }
}

/** Processor time that a thread has used so far; of the whole process if the system does not report threads. */
function processorMs(thread: string): number {
  try {
    // User and system time are the 14th and 15th field, in ticks of 10 ms; the second field may contain spaces.
    const fields = thread === '' ? [] : readFileSync(`/proc/${thread}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    if (fields && fields.length > 12) return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    // The error is ignored: the thread has ended, so its answer has arrived and its time is not needed.
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function* parsed(batches: readonly string[]): Steps<ReadClause[]> {
  const clauses: ReadClause[] = [];
  for (const batch of batches) {
    for (const clause of JSON.parse(batch) as ReadClause[]) clauses.push(clause);
    yield;
  }
  return clauses;
}

function ask(running: Running, text: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    running.waiting = { resolve, reject };
    running.worker.postMessage(text);
  });
}

/** Code that the worker thread runs. It can use nothing outside this function, since only its source text is passed. */
function runWorker(): void {
  const threads = process.getBuiltinModule('node:worker_threads');
  const { library, program } = threads.workerData as WorkerSettings;
  const port = threads.parentPort;

  interface Swipl {
    FS: { writeFile(path: string, text: string): void };
    prolog: { query(goal: string, input?: Record<string, unknown>): { once(): unknown } };
  }
  type Load = (options: Record<string, unknown>) => Promise<Swipl>;

  const message = (error: unknown) => (error instanceof Error ? error.message : String(error));
  const ownThread = () => {
    try {
      return process.getBuiltinModule('node:fs').readlinkSync('/proc/thread-self');
    } catch {
      return '';
    }
  };
  const start = async (): Promise<Swipl> => {
    const load = process.getBuiltinModule('node:module').createRequire(library)(library) as Load;
    const quiet = () => undefined;
    const swipl = await load({ arguments: ['-q'], print: quiet, printErr: quiet, on_output: quiet });
    swipl.FS.writeFile('/reader.pl', program);
    const { success } = swipl.prolog.query("consult('/reader.pl')").once() as { success: boolean };
    if (!success) throw new Error('its reader could not be loaded');
    const { Json } = swipl.prolog.query('heartwood:hw_predicates(Json)').once() as { Json: { v: string } };
    port?.postMessage({ predicates: Json.v, thread: ownThread() });
    return swipl;
  };

  const ready = start();
  ready.catch((error: unknown) => port?.postMessage({ error: message(error) }));
  port?.on('message', (text: string) => {
    void ready.then((swipl) => {
      try {
        // Prolog strings are wrapped in an object.
        const { Json } = swipl.prolog.query('heartwood:hw_read(Text, Json)', { Text: text }).once() as {
          Json?: { v: string };
        };
        if (Json === undefined) {
          port.postMessage({ error: 'it was too much for SWI-Prolog' });
          return;
        }
        const clauses = JSON.parse(Json.v) as unknown[];
        const batches: string[] = [];
        for (let at = 0; at < clauses.length; at += 100) batches.push(JSON.stringify(clauses.slice(at, at + 100)));
        port.postMessage({ batches });
      } catch (error) {
        port.postMessage({ error: message(error) });
      }
    });
  });
}
