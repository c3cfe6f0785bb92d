import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heartwood, KnowledgeClientError } from '../../src/client/index.js';
import { contextService, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';

/** Commands run asynchronously, because the service is in this process and must go on. */
const run = promisify(execFile);

let service: TestService;
beforeAll(async () => {
  service = await contextService();
});
afterAll(() => service.close());

const PUMPS = '# Pumps\n\nStop the pump before it is opened.\n';

describe('the client', () => {
  it('brings a document in, gives it in a context, and credits it with what came of that', async () => {
    const namespace = freshNamespace();
    const { ingest, context, outcome } = heartwood({ url: service.url, namespace, agent: 'fitter' });
    const first = await ingest({ source: 'pumps.md', root: 'notes', content: PUMPS, title: 'All pumps' });
    expect(first).toMatchObject({
      outcome: 'CREATED',
      created: 1,
      redacted: [],
      document: { root: 'notes', source: 'pumps.md', mediaType: 'text/markdown', title: 'All pumps', chunks: 1 },
    });
    const bytes = new TextEncoder().encode(PUMPS);
    const again = await ingest({ source: 'pumps.md', root: 'notes', content: bytes, title: 'All pumps' });
    expect(again.outcome).toBe('UNCHANGED');
    const given = await context({ query: 'How is a pump opened?', maxTokens: 500, minMatch: 0 });
    expect(given.text).toContain('Stop the pump before it is opened.');
    const [hit] = given.hits;
    expect(hit?.knowledge).toMatchObject({ kind: 'PIECE', title: 'All pumps › Pumps', trust: 1 });
    const receiptId = given.receiptId ?? '';
    await outcome({ receiptId, success: false, used: [hit?.knowledge.ref ?? ''] });
    await outcome({ receiptId, success: false, used: [hit?.knowledge.ref ?? ''] });
    const after = await context({ query: 'How is a pump opened?', minMatch: 0, minTrust: 0 });
    expect(after.hits[0]?.knowledge.trust).toBeLessThan(1);
  });

  it('tells what the service refuses by its code and fields', async () => {
    const { ingest, outcome } = heartwood({ url: service.url, namespace: freshNamespace() });
    const refused = async (call: Promise<unknown>) => {
      const error = await call.catch((reason: unknown) => reason);
      if (!(error instanceof KnowledgeClientError)) throw new Error(`Expected a refusal, got ${String(error)}`);
      return { code: error.code, rules: error.fields.map(({ rule }) => rule) };
    };
    expect(await refused(ingest({ source: 'a.md', content: ' ' }))).toEqual({
      code: 'BAD_USER_INPUT',
      rules: ['EMPTY'],
    });
    expect(await refused(ingest({ source: '../a.md', content: 'x' }))).toEqual({
      code: 'BAD_USER_INPUT',
      rules: ['isRelative'],
    });
    expect(await refused(outcome({ receiptId: 'none', success: true }))).toEqual({ code: 'NOT_FOUND', rules: [] });
    const nobody = heartwood({ url: 'http://127.0.0.1:1' });
    expect(await refused(nobody.context('x'))).toEqual({ code: 'UNREACHABLE', rules: [] });
  });

  it('is in the package that npm packs, and needs no other one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'heartwood-pack-'));
    try {
      // The test command has built the package.
      await run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]);
      const [archive = ''] = readdirSync(folder);
      await run('tar', ['-xzf', archive], { cwd: folder });
      mkdirSync(join(folder, 'project', 'node_modules'), { recursive: true });
      renameSync(join(folder, 'package'), join(folder, 'project', 'node_modules', 'heartwood'));
      const project = join(folder, 'project');
      writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
      writeFileSync(
        join(project, 'agent.js'),
        `import { heartwood } from 'heartwood/client';
         const { ingest, context } = heartwood({ url: process.env.URL, namespace: process.env.NS });
         await ingest({ source: 'pumps.md', content: ${JSON.stringify(PUMPS)} });
         const { text } = await context({ query: 'opening a pump', minMatch: 0 });
         process.stdout.write(text);`,
      );
      const env = { ...process.env, URL: service.url, NS: freshNamespace() };
      const { stdout } = await run(process.execPath, ['agent.js'], { cwd: project, env });
      expect(stdout).toContain('Stop the pump before it is opened.');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
