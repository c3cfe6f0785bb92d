import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchPage, isPrivateAddress } from './fetch-page.js';

let server: Server;
let url: string;
let port: number;
beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '/';
    const [, left] = /^\/hops\/(\d+)/.exec(path) ?? [];
    if (left !== undefined && Number(left) > 0) {
      response.writeHead(302, { location: `/hops/${Number(left) - 1}` }).end();
    } else if (path === '/file') response.writeHead(301, { location: 'file:///etc/passwd' }).end();
    else if (path === '/inside') response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end();
    else if (path === '/slow') response.writeHead(200).write('a');
    else if (path === '/bomb') {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000)));
    } else if (path === '/gone') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/markdown' }).end('# Pumps');
  });
  await new Promise<void>((done) => server.listen(0, '0.0.0.0', done));
  ({ port } = server.address() as AddressInfo);
  url = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('a page that is fetched', () => {
  it('comes with its media type, over five redirects at most', async () => {
    const { bytes, mediaType } = await fetchPage(`${url}/hops/5`);
    expect([new TextDecoder().decode(bytes), mediaType]).toEqual(['# Pumps', 'text/markdown']);
    await expect(fetchPage(`${url}/hops/6`)).rejects.toThrow('it redirects more than 5 times');
  });

  it('has bounds of size, unpacked, and of time, its body included', async () => {
    await expect(fetchPage(`${url}/bomb`, { bytes: 100_000 })).rejects.toThrow('it has more than 100000 bytes');
    await expect(fetchPage(`${url}/slow`, { timeMs: 200 })).rejects.toThrow('it takes longer than 0.2 s');
    await expect(fetchPage(`${url}/gone`)).rejects.toThrow('HTTP 404');
  });

  it('leads to no file, and from the open network to no private one', async () => {
    await expect(fetchPage(`${url}/file`)).rejects.toThrow('it leads to an address of file:');
    // A private page may redirect to another one, because the user named it.
    expect((await fetchPage(`${url}/inside`)).mediaType).toBe('text/markdown');
    const [isPrivate, resolve] = [(address: string) => address === '127.0.0.1', async () => ['127.0.0.2']];
    const open = `http://open.example:${port}`;
    expect((await fetchPage(`${open}/hops/2`, { isPrivate, resolve })).mediaType).toBe('text/markdown');
    await expect(fetchPage(`${open}/inside`, { isPrivate, resolve })).rejects.toThrow(
      'into a private network (127.0.0.1:',
    );
  });

  it.each([
    ['127.0.0.1', true],
    ['10.1.2.3', true],
    ['172.31.0.1', true],
    ['172.32.0.1', false],
    ['192.168.1.1', true],
    ['169.254.169.254', true],
    ['100.100.0.1', true],
    ['8.8.8.8', false],
    ['::1', true],
    ['::ffff:10.0.0.1', true],
    ['fd00::1', true],
    ['fe80::1', true],
    ['2606:4700::1111', false],
  ])('knows that %s is private: %s', (address, expected) => {
    expect(isPrivateAddress(address)).toBe(expected);
  });
});
