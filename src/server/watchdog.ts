import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Counter, Histogram } from 'prom-client';
import { metrics } from '../common/metrics.js';
import { runNamed, workUnderWay } from '../common/work-under-way.js';

/** Responses of `/health/live` may take no longer than this, so no work may hold the event loop for longer. */
const LIMIT_MS = 200;
/** Interval of the main thread's sign of life, and of the look at it. */
const BEAT_MS = 20;
/** Reading the stack costs some 10 ms and more, so it is read at most this often. */
const PAUSE_MS = 10_000;
const FRAMES = 8;

const holds = new Counter({
  name: 'heartwood_event_loop_holds_total',
  help: `How often work held the event loop for more than ${String(LIMIT_MS)} ms`,
  registers: [metrics],
});
const delaySeconds = new Histogram({
  name: 'heartwood_event_loop_delay_seconds',
  help: 'How late a timer of the main thread runs because other work holds the event loop',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
  registers: [metrics],
});

/** What held the event loop. */
interface Held {
  readonly work?: { readonly name: string; readonly requestId?: string };
  /** Functions that ran, the innermost first, with file and line. */
  readonly stack: readonly string[];
}

interface Settings {
  readonly beats: SharedArrayBuffer;
  readonly limitMs: number;
  readonly beatMs: number;
  readonly pauseMs: number;
  readonly frames: number;
}

/** By this name the watching thread asks the main thread for the current work. */
const CURRENT = Symbol.for('heartwood.work-under-way');

/** Gives each request a name, by which the log names what held the event loop; handlers may make it more exact. */
export function nameRequests(fastify: FastifyInstance): void {
  fastify.addHook('preHandler', ({ id, method, routeOptions }, _reply, done) => {
    runNamed({ name: `${method} ${routeOptions.url ?? 'none'}`, requestId: id }, done);
  });
}

/**
 * Measures how late timers run, and logs which work held the event loop for more than 200 ms: the name of the request or
 * job, and the functions that ran. A thread of its own watches a counter that the main thread increments; when the counter
 * stands still, it reads the main thread's stack through Node's inspector. Native code, such as a regular expression,
 * cannot be interrupted: then the stack is that of the moment after it.
 *
 * Does not read stacks while a debugger is attached.
 *
 * @param pauseMs minimum time between two readings of the stack, in milliseconds
 * @returns ends the watch
 */
export function watchEventLoop(logger: Logger, pauseMs = PAUSE_MS): () => Promise<void> {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  Object.defineProperty(globalThis, CURRENT, { value: workUnderWay, configurable: true });
  let expected = performance.now() + BEAT_MS;
  const timer = setInterval(function beat() {
    const late = Math.max(0, performance.now() - expected);
    delaySeconds.observe(late / 1_000);
    if (late > LIMIT_MS) holds.inc();
    expected = performance.now() + BEAT_MS;
    Atomics.add(beats, 0, 1);
  }, BEAT_MS).unref();
  const settings: Settings = {
    beats: beats.buffer,
    limitMs: LIMIT_MS,
    beatMs: BEAT_MS,
    pauseMs,
    frames: FRAMES,
  };
  // A function rather than a file, so that it runs the same from dist and from source (tests).
  const watcher = inspector.url()
    ? undefined
    : new Worker(`(${runWatch.toString()})()`, { eval: true, workerData: settings });
  watcher?.on('message', ({ work, stack }: Held) => {
    // Nothing ran before the next beat: the machine gave this process no time.
    if (stack[0]?.startsWith('beat ') ?? true) return;
    logger.warn({ operation: work?.name, requestId: work?.requestId, stack }, 'work held the event loop');
  });
  watcher?.on('error', (error) => logger.error({ err: error }, 'the watch over the event loop ended'));
  watcher?.unref();
  return async () => {
    clearInterval(timer);
    await watcher?.terminate();
  };
}

/** Runs in the watching thread; may use nothing of this file's scope. */
function runWatch(): void {
  const threads = process.getBuiltinModule('node:worker_threads');
  const { Session } = process.getBuiltinModule('node:inspector');
  const settings = threads.workerData as Settings;
  const beats = new Int32Array(settings.beats);
  let last = -1;
  let since = performance.now();
  let quietUntil = 0;
  setInterval(() => {
    const now = performance.now();
    const beat = Atomics.load(beats, 0);
    // No beat yet: the main thread is still starting.
    if (beat !== last || beat === 0) {
      last = beat;
      since = now;
    } else if (now - since > settings.limitMs && now > quietUntil) {
      quietUntil = now + settings.pauseMs;
      readStack();
    }
  }, settings.beatMs);

  function readStack(): void {
    const session = new Session();
    session.connectToMainThread();
    // Frames name their file by its id alone.
    const files = new Map<string, string>();
    session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => files.set(scriptId, url));
    session.once('Debugger.paused', ({ params: { callFrames } }) => {
      const stack = callFrames
        .slice(0, settings.frames)
        .map(
          ({ functionName, location: { scriptId, lineNumber } }) =>
            `${functionName || '(anonymous)'} ${files.get(scriptId) ?? '?'}:${String(lineNumber + 1)}`,
        );
      const end = (work: unknown) => {
        session.post('Debugger.resume');
        session.post('Debugger.disable');
        session.disconnect();
        threads.parentPort?.postMessage({ work, stack });
      };
      const [frame] = callFrames;
      if (!frame) return end(undefined);
      session.post(
        'Debugger.evaluateOnCallFrame',
        {
          callFrameId: frame.callFrameId,
          expression: `globalThis[Symbol.for('heartwood.work-under-way')]?.()`,
          returnByValue: true,
          silent: true,
        },
        (_error, answer) => end(answer?.result.value),
      );
    });
    session.post('Debugger.enable');
    session.post('Debugger.pause');
  }
}
