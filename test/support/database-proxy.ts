import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/**
 * A proxy before the database. `judge` decides for each message to the database: it passes, the connection is cut, or
 * it passes and its answer is lost.
 */
export async function proxyToDatabase(
  judge: (sent: Buffer) => 'pass' | 'cut' | 'silence',
  database = process.env.TEST_NEO4J_URI ?? '',
) {
  const { hostname, port } = new URL(database);
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    let isSilent = false;
    client.on('data', (sent) => {
      const verdict = judge(sent);
      if (verdict === 'cut') {
        client.destroy();
        server.destroy();
        return;
      }
      isSilent ||= verdict === 'silence';
      server.write(sent);
    });
    server.on('data', (answer) => (isSilent ? client.destroy() : client.write(answer)));
    for (const socket of [client, server]) {
      socket.on('error', () => undefined);
      socket.on('close', () => [client, server].forEach((either) => either.destroy()));
    }
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const uri = `bolt://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return { uri, close: () => proxy.close() };
}
