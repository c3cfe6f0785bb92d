import { createServer, connect } from 'node:net';

/**
 * Finds a free port: the preferred one, otherwise one of the next twenty, otherwise any.
 *
 * @param preferred 0 means any
 */
export async function findFreePort(
  preferred: number,
  host = '127.0.0.1',
  taken: readonly number[] = [],
): Promise<number> {
  if (preferred !== 0) {
    for (let port = preferred; port <= Math.min(preferred + 20, 65_535); port += 1) {
      if (!taken.includes(port) && (await isFree(port, host))) return port;
    }
  }
  return anyFreePort(host);
}

/** False if another program listens on this port of the host. */
export async function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  // Some systems allow listening on one address although another listens on all: only connecting reveals this.
  return !(await answers(port, reachable(host))) && (await canListen(port, host));
}

/** True when a TCP connection is accepted. */
export function answers(port: number, host = '127.0.0.1', timeoutMs = 1_000): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(timeoutMs, () => settle(false));
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}

/** Returns the address under which a listener on `host` is reached from this machine. */
export function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

function anyFreePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port: 0, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('the system gave no port'));
      });
    });
  });
}
