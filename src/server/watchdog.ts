import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Counter, Histogram } from 'prom-client';
import { metrics } from '../common/metrics.js';
import {
  beginWork,
  endWork,
  forgetWork,
  recordWork,
  underWaySince,
  type WorkUnderWay,
} from '../common/work-under-way.js';

/**
 * Maximum time in milliseconds for which work may hold the event loop: responses of `/health/live` may take no longer.
 */
const LIMIT_MS = 200;
/**
 * Interval in milliseconds of the timer whose delay is measured. Work that begins between two beats seems up to this much
 * shorter. At intervals of 20 ms, the timer alone took 1.2 % of a core of an idle process, at 50 ms half of that.
 */
const BEAT_MS = 50;
/** Maximum number of operations in a log line. Streams that stay open come last. */
const NAMES = 8;

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

/** Gives each request a name for the log of {@link watchEventLoop}. Handlers may make it more exact. */
export function nameRequests(fastify: FastifyInstance): void {
  fastify.addHook('preHandler', (request, reply, done) => {
    const { id, method, routeOptions } = request;
    const work: WorkUnderWay = { name: `${method} ${routeOptions.url ?? 'none'}`, requestId: id };
    reply.raw.once('close', () => endWork(work));
    beginWork(work, request);
    done();
  });
}

/**
 * Measures how late timers run. If work held the event loop for more than 200 ms, logs the requests and jobs that were
 * under way: one of them is the cause.
 *
 * Reading the stack of the main thread through Node's inspector would name the function, too, but was rejected: a
 * session that ended while the main thread was paused left it paused for good.
 *
 * @returns ends the watch
 */
export function watchEventLoop(logger: Logger): () => void {
  const stopRecording = recordWork();
  let expected = performance.now() + BEAT_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    const lateMs = Math.max(0, now - expected);
    const since = now - lateMs - BEAT_MS;
    delaySeconds.observe(lateMs / 1_000);
    if (lateMs > LIMIT_MS) {
      holds.inc();
      const work = underWaySince(since);
      const operations = work.slice(0, NAMES).map(({ name, requestId }) => ({ name, requestId }));
      logger.warn({ heldMs: Math.round(lateMs), operations, all: work.length }, 'work held the event loop');
    } else {
      forgetWork(since);
    }
    expected = now + BEAT_MS;
  }, BEAT_MS).unref();
  return () => {
    clearInterval(timer);
    stopRecording();
  };
}
