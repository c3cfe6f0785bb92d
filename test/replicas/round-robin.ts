import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Proxy } from './proxy.js';

/**
 * A reverse proxy over HTTP/1.1 that sends each request to the next replica in turn, whatever its session. It passes
 * `Host` and does not buffer answers. A replica that does not accept a connection is left out of that request.
 */
export async function roundRobin(replicas: readonly string[]): Promise<Proxy> {
  /** Requests by replica. */
  const served = replicas.map(() => 0);
  let next = 0;
  const turn = () => next++ % replicas.length;
  const sockets = new Set<Socket>();

  const server = createServer((incoming, answer) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const attempt = (at: number, left: number) => {
        const outgoing = request(new URL(incoming.url ?? '/', replicas[at]), {
          method: incoming.method,
          headers: incoming.headers,
          setHost: false,
        });
        outgoing.on('response', (response) => {
          served[at] = (served[at] ?? 0) + 1;
          answer.writeHead(response.statusCode ?? 502, response.headers);
          response.pipe(answer);
          response.on('error', () => answer.destroy());
        });
        outgoing.on('error', (error: NodeJS.ErrnoException) => {
          // Only a request that was not sent may be sent to another replica.
          if (error.code === 'ECONNREFUSED' && left > 0) attempt(turn(), left - 1);
          else if (answer.headersSent) answer.destroy();
          else answer.writeHead(502).end();
        });
        answer.on('close', () => outgoing.destroy());
        outgoing.end(Buffer.concat(chunks));
      };
      attempt(turn(), replicas.length);
    });
  });
  server.on('upgrade', (incoming: IncomingMessage, client: Socket, head: Buffer) => {
    const at = turn();
    const { hostname, port } = new URL(replicas[at] ?? '');
    const replica = connect(Number(port), hostname, () => {
      served[at] = (served[at] ?? 0) + 1;
      const lines = incoming.rawHeaders.flatMap((name, n, all) => (n % 2 === 0 ? [`${name}: ${all[n + 1]}`] : []));
      replica.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      replica.write(head);
      replica.pipe(client).pipe(replica);
    });
    for (const socket of [client, replica]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => [client, replica].forEach((either) => either.destroy()));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served: () => [...served],
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
