import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ingestDocuments } from './ingest-documents.js';

const TEXT = 'Stop the pump.';
const HASH = createHash('sha256').update(TEXT).digest('hex');
let server: Server;
let folder: string;
/** Documents that the service says it has, when it is asked for a content. */
let stored: readonly object[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ingest-'));
  writeFileSync(join(folder, 'a.md'), TEXT);
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      const isQuery = request.url === '/graphql';
      const nodes = body.includes(HASH) ? stored : [];
      const answer = isQuery
        ? { data: { documents: { nodes, pageInfo: { hasNextPage: false, endCursor: null } } } }
        : { errors: [{ message: 'It took too long', extensions: { code: 'LIMIT_EXCEEDED' } }] };
      response.writeHead(isQuery ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

async function ingest() {
  const notes: string[] = [];
  const output = { isTerminal: false, note: (text: string) => notes.push(text), write: () => undefined };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { root: 'notes', prune: false } as never;
  const whole = await ingestDocuments([join(folder, 'a.md')], settings, { url }, output);
  return { whole, notes };
}

it('does not call a file refused that is stored although its request took too long', async () => {
  stored = [{ id: 'd1', source: 'a.md', hash: HASH }];
  const { whole, notes } = await ingest();
  expect(whole).toBe(true);
  expect(notes.join('\n')).toContain('stored a.md, although the service reported: It took too long (LIMIT_EXCEEDED)');
  expect(notes.join('\n')).toContain('1 created, 0 updated, 0 renamed, 0 unchanged, 0 refused');
});

it('calls it refused where another file alone has its content', async () => {
  stored = [{ id: 'd2', source: 'b.md', hash: HASH }];
  const { whole, notes } = await ingest();
  expect(whole).toBe(false);
  expect(notes.join('\n')).toContain('1 refused');
});
