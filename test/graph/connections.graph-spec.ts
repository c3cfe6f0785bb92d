import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphService } from '../../src/graph/graph.service.js';
import type { Statement } from '../../src/graph/statement.js';
import { connectedGraph, freshNamespace, testConfig } from '../support/graph.js';

const database = new URL(process.env['TEST_NEO4J_URI'] ?? '');

const statement = (mode: 'read' | 'write', text: string): Statement<{ namespace: string }, { count: number }> => ({
  ...{ name: 'test', mode, text },
});
const create = statement('write', 'CREATE (:SchemaProbe {namespace: $namespace, id: "a"}) RETURN 1 AS count');
const count = statement('read', 'MATCH (p:SchemaProbe {namespace: $namespace}) RETURN count(p) AS count');

/** Writes and reads through a connection of this address. */
async function writesAndReads(uri: string): Promise<void> {
  const graph = await connectedGraph({ NEO4J_URI: uri });
  const namespace = freshNamespace();
  try {
    await graph.run(create, { namespace });
    // Reads may go to another member; bookmarks let them see what was written before.
    expect(await graph.run(count, { namespace })).toEqual([{ count: 1 }]);
    await graph.transaction(({ run }) => run(create, { namespace }));
    expect(await graph.run(count, { namespace })).toEqual([{ count: 2 }]);
  } finally {
    await graph.onApplicationShutdown();
  }
}

it('is routed by the table of the server, for neo4j://', async () => {
  await writesAndReads(`neo4j://${database.host}`);
});

it('answers with what was written before, for bolt://', async () => {
  await writesAndReads(`bolt://${database.host}`);
});

const hasOpenssl = (() => {
  try {
    execFileSync('openssl', ['version']);
    return true;
  } catch {
    return false;
  }
})();

describe.skipIf(!hasOpenssl)('a database behind TLS with a self-signed certificate', () => {
  let folder: string;
  let server: Server;
  let host: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'heartwood-tls-'));
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'];
    execFileSync('openssl', [...made, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
    server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (client) => {
      const plain = connect(Number(database.port), database.hostname);
      client.pipe(plain).pipe(client);
      for (const socket of [client, plain]) {
        socket.on('error', () => undefined);
        socket.on('close', () => [client, plain].forEach((either) => either.destroy()));
      }
    });
    // A client that rejects the certificate ends the handshake.
    server.on('tlsClientError', () => undefined);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    host = `localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await new Promise((resolve) => server?.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  it('is used by bolt+ssc://, which accepts such a certificate', async () => {
    await writesAndReads(`bolt+ssc://${host}`);
  });

  it('is refused by bolt+s://, which verifies it', async () => {
    const strict = new GraphService(
      testConfig({ NEO4J_URI: `bolt+s://${host}`, NEO4J_START_TIMEOUT_MS: '300', NEO4J_RETRY_MS: '200' }),
    );
    const refusal = await strict.start().catch((error: unknown) => error);
    await strict.onApplicationShutdown();
    expect(refusal).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  });
});
