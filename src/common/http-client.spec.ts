import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leanFetch } from './http-client.js';

const PACKED: Record<string, (text: string) => Buffer> = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
};

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const told = async ({ method, headers }: IncomingMessage) =>
      JSON.stringify({ method, path: request.url, key: headers['x-key'], body: await text(request) });
    if (request.url === '/moved') return void response.writeHead(307, { location: '/here' }).end();
    if (request.url === '/never') return;
    if (request.url === '/empty') return void response.writeHead(204).end();
    void told(request).then((answer) => {
      const encoding = request.url?.slice(1) ?? '';
      const pack = PACKED[encoding];
      if (!pack) return response.writeHead(418, { 'x-seen': 'yes' }).end(answer);
      return response.writeHead(200, { 'content-encoding': encoding }).end(pack(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const post = { method: 'POST', headers: new Headers({ 'x-key': 'k' }), body: '{"a":1}' };

it('sends what it is given, and answers with status, headers and text', async () => {
  const answer = await leanFetch(`${url}/here`, post);
  expect(answer.status).toBe(418);
  expect(answer.headers.get('x-seen')).toBe('yes');
  expect(await answer.json()).toEqual({ method: 'POST', path: '/here', key: 'k', body: '{"a":1}' });
});

it('follows a redirection with what it was to send', async () => {
  const answer = await leanFetch(`${url}/moved`, post);
  expect(await answer.json()).toEqual({ method: 'POST', path: '/here', key: 'k', body: '{"a":1}' });
});

it.each(Object.keys(PACKED))('reads an answer that the server has compressed unasked: %s', async (encoding) => {
  expect(await (await leanFetch(`${url}/${encoding}`, post)).json()).toMatchObject({ path: `/${encoding}` });
});

it('answers a status without a body', async () => {
  const answer = await leanFetch(`${url}/empty`);
  expect([answer.status, await answer.text()]).toEqual([204, '']);
});

it('ends when it is aborted', async () => {
  const signal = AbortSignal.timeout(50);
  const ended = await leanFetch(`${url}/never`, { signal }).catch((error: unknown) => error);
  expect(signal.reason).toBeInstanceOf(Error);
  expect(ended).toBe(signal.reason);
});
