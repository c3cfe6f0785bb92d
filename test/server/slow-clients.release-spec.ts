import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../../src/service.js';
import { testConfig } from '../support/graph.js';

const HEAD = 'POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n';
const PATIENCE = { headersMs: 600, bodyMs: 600, bodyBytesPerSecond: 500, unreadMs: 1_000, checkMs: 100 };
/** More than each limit, and what a loaded machine adds. */
const LATE_MS = 20_000;

let service: RunningService;
beforeAll(async () => {
  service = await startService(testConfig(), { patience: PATIENCE });
});
afterAll(() => service?.close());

/** How long a connection lives to which `bytes` are sent one by one, and what it receives. */
async function lifeOf(begin: string, bytes: string, everyMs: number): Promise<{ ms: number; received: string }> {
  const socket = connect(service.port, '127.0.0.1');
  await once(socket, 'connect');
  const began = performance.now();
  const received = collect(socket);
  let isOpen = true;
  const closed = end(socket).then(() => (isOpen = false));
  socket.write(begin);
  for (let n = 0; isOpen && performance.now() - began < LATE_MS; n++) {
    socket.write(bytes[n % bytes.length] ?? 'x');
    await Promise.race([sleep(everyMs), closed]);
  }
  const ms = performance.now() - began;
  socket.destroy();
  return { ms, received: received() };
}

/** Unlike `once(socket, 'close')`, it does not reject when the connection is reset. */
function end(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('error', () => undefined).once('close', () => resolve()));
}

function collect(socket: Socket): () => string {
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  return () => text;
}

// These tests wait most of the time, so they wait together.
describe.concurrent('a connection is closed', () => {
  it.each([
    ['that sends nothing', '', ''],
    ['whose headers trickle', 'POST /graphql HTTP/1.1\r\nx-slow: ', 'x'],
    ['whose body trickles', `${HEAD}content-length: 100000\r\n\r\n{"query": "`, 'x'],
  ])('%s', async (_name, begin, bytes) => {
    const { ms } = bytes === '' ? await silent() : await lifeOf(begin, bytes, 50);
    expect(ms).toBeGreaterThan(PATIENCE.headersMs - 100);
    expect(ms).toBeLessThan(LATE_MS);
  });

  it('whose body trickles after the answer, here of a trace that is refused', async () => {
    const head = `POST /sessions/s1/trace?outcome=failure HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/x-ndjson\r\ntransfer-encoding: chunked\r\n\r\n`;
    const { ms } = await lifeOf(head, '1\r\nx\r\n', 20);
    expect(ms).toBeGreaterThan(PATIENCE.bodyMs - 100);
    expect(ms).toBeLessThan(LATE_MS);
  });

  it('whose client does not read its answers', async () => {
    const socket = connect(service.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.pause();
    socket.on('error', () => undefined);
    let isClosed = false;
    socket.once('close', () => (isClosed = true));
    const ask = `GET /schema.graphql HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`;
    const began = performance.now();
    // The kernel's buffers take some megabytes before the service notices.
    while (!isClosed && performance.now() - began < 20_000) {
      if (socket.writableLength < 100_000) socket.write(ask.repeat(100));
      await sleep(20);
    }
    expect(isClosed).toBe(true);
  }, 30_000);

  async function silent(): Promise<{ ms: number }> {
    const socket = connect(service.port, '127.0.0.1');
    await once(socket, 'connect');
    const began = performance.now();
    socket.resume();
    await Promise.race([end(socket), sleep(LATE_MS)]);
    socket.destroy();
    return { ms: performance.now() - began };
  }
});

describe.concurrent('a connection stays open', () => {
  it('whose body comes in pieces, but fast enough', async () => {
    const body = JSON.stringify({ query: `{ __typename } # ${'x'.repeat(4_000)}` });
    const socket = connect(service.port, '127.0.0.1');
    await once(socket, 'connect');
    const received = collect(socket);
    const closed = end(socket);
    socket.write(`${HEAD}connection: close\r\ncontent-length: ${body.length}\r\n\r\n`);
    for (let at = 0; at < body.length; at += 400) {
      socket.write(body.slice(at, at + 400));
      await sleep(120);
    }
    await closed;
    expect(received()).toContain('200 OK');
    expect(received()).toContain('{"data":{"__typename":"Query"}}');
  });

  it('of other clients while many trickle', async () => {
    const slow = Array.from({ length: 50 }, () => lifeOf(`${HEAD}content-length: 100000\r\n\r\n`, 'x', 50));
    await sleep(300);
    const response = await fetch(`${service.url}/health/live`);
    expect(response.status).toBe(200);
    for (const { ms } of await Promise.all(slow)) expect(ms).toBeLessThan(LATE_MS);
  });
});
