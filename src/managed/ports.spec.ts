import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { findFreePort, isFree } from './ports.js';

const servers: Server[] = [];

function listen(host: string): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    servers.push(server);
    server.listen(0, host, () => resolve((server.address() as AddressInfo).port));
  });
}

afterEach(() => servers.splice(0).forEach((server) => server.close()));

describe('findFreePort', () => {
  it('gives the preferred port when nobody listens there', async () => {
    const port = await findFreePort(0);
    expect(await findFreePort(port)).toBe(port);
  });

  it.each(['127.0.0.1', '0.0.0.0'])('passes over a port somebody listens on at %s', async (host) => {
    const taken = await listen(host);
    expect(await isFree(taken)).toBe(false);
    const port = await findFreePort(taken);
    expect(port).not.toBe(taken);
    expect(await isFree(port)).toBe(true);
  });

  it('passes over ports promised to others', async () => {
    const port = await findFreePort(0);
    expect(await findFreePort(port, '127.0.0.1', [port])).not.toBe(port);
  });
});
