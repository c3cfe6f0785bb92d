import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { LimitExceededError } from '../common/errors.js';
import { metrics } from '../common/metrics.js';

/** How long clients may take to send and to read. The defaults for bodies are those of Apache's `mod_reqtimeout`. */
export interface PatienceWithClients {
  /** Maximum time, in ms, from the opening of a connection or the start of a request until its headers are complete. */
  readonly headersMs: number;
  /** Time, in ms, after which the average rate of a body is checked. */
  readonly bodyMs: number;
  /** Minimum average rate of a body, in bytes per second, after `bodyMs`. */
  readonly bodyBytesPerSecond: number;
  /** Maximum time, in ms, for which a client may read nothing of an answer that waits for it. */
  readonly unreadMs: number;
  /** Interval, in ms, between two checks. */
  readonly checkMs: number;
}

export const PATIENCE: PatienceWithClients = {
  headersMs: 20_000,
  bodyMs: 20_000,
  bodyBytesPerSecond: 500,
  unreadMs: 60_000,
  checkMs: 2_000,
};

const slowClients = new Counter({
  name: 'heartwood_slow_clients_total',
  help: 'Connections closed because the client sent its body, or read its answer, too slowly',
  labelNames: ['phase'] as const,
  registers: [metrics],
});

interface Exchange {
  readonly response: ServerResponse;
  readonly began: number;
  /** Bytes that the connection had received before the body. */
  readonly bytesBefore: number;
  /** Bytes of the answer that the client had taken at the last check, and since when. */
  taken: number;
  takenAt: number;
}

/**
 * Closes connections whose client sends a body, or reads an answer, so slowly that many of them would exhaust the
 * service. Headers are limited by the HTTP server itself (`headersTimeout`). The service's own time is not counted: a
 * body that waits for the service is not slow, and neither is an answer of which nothing is waiting.
 */
export function closeSlowClients(fastify: FastifyInstance, logger: Logger, patience: PatienceWithClients): void {
  const exchanges = new Map<IncomingMessage, Exchange>();
  fastify.addHook('onRequest', async ({ raw }, reply) => {
    const began = performance.now();
    const bytesBefore = raw.socket.bytesRead;
    exchanges.set(raw, { response: reply.raw, began, bytesBefore, taken: 0, takenAt: began });
    // An answer may end before its request, whose body then continues to arrive.
    reply.raw.once('close', () => raw.complete && exchanges.delete(raw));
  });
  const close = (request: IncomingMessage, phase: 'body' | 'answer') => {
    exchanges.delete(request);
    slowClients.inc({ phase });
    logger.warn({ phase, bytesRead: request.socket.bytesRead }, 'closed the connection of a slow client');
    request.socket.destroy(new LimitExceededError('The client was too slow'));
  };
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [request, exchange] of exchanges) {
      if (request.socket.destroyed || (request.complete && exchange.response.closed)) exchanges.delete(request);
      else if (sendsTooSlowly(request, exchange, now, patience)) close(request, 'body');
      else if (readsTooSlowly(request, exchange, now, patience)) close(request, 'answer');
    }
  }, patience.checkMs).unref();
  fastify.addHook('onClose', async () => clearInterval(timer));
}

function sendsTooSlowly(
  request: IncomingMessage,
  { response, began, bytesBefore }: Exchange,
  now: number,
  { bodyMs, bodyBytesPerSecond }: PatienceWithClients,
): boolean {
  // What was received and not yet read waits for the service and not for the client.
  if (request.complete || (request.readableLength > 0 && !response.closed)) return false;
  const elapsedMs = now - began;
  return elapsedMs > bodyMs && request.socket.bytesRead - bytesBefore < (bodyBytesPerSecond * elapsedMs) / 1_000;
}

function readsTooSlowly(
  { socket }: IncomingMessage,
  exchange: Exchange,
  now: number,
  { unreadMs }: PatienceWithClients,
): boolean {
  const { response } = exchange;
  const waiting = socket.writableLength;
  const taken = socket.bytesWritten - waiting;
  if (!response.headersSent || waiting === 0 || taken !== exchange.taken) {
    exchange.taken = taken;
    exchange.takenAt = now;
    return false;
  }
  return now - exchange.takenAt > unreadMs;
}
