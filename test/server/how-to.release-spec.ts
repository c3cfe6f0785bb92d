import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ThrowAwayNeo4j, throwAwayNeo4j } from '../setup/throw-away-neo4j.js';
import { noLog, sharedService } from '../support/shared-service.js';
import { asTestService, type TestService } from './support.js';

// Runs the commands and operations of docs/how-to.md, with the address and the namespace of this test.

const PAGE = readFileSync(new URL('../../docs/how-to.md', import.meta.url), 'utf8');
const run = promisify(execFile);

// How rare a word is among all texts of a database decides what fits into a context.
let database: ThrowAwayNeo4j;
let service: TestService;
beforeAll(async () => {
  database = await throwAwayNeo4j();
  service = asTestService(await sharedService(database.connection), noLog);
  const sample = JSON.parse(
    readFileSync(new URL('../../sample/knowledge_catalog.json', import.meta.url), 'utf8'),
  ) as Record<string, unknown>;
  const items = Array.isArray(sample) ? sample : Object.values(sample).find(Array.isArray);
  const { errors } = await service.graphql('mutation ($items: [JSON!]!) { importCatalog(items: $items) { created } }', {
    items,
  });
  expect(errors).toEqual([]);
});
afterAll(async () => {
  await service?.close();
  await database?.remove();
});

function blocks(language: string): string[] {
  return [...PAGE.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, block = '']) => block);
}
const here = (text: string) =>
  text
    .replaceAll('http://localhost:4000', service.url)
    .replaceAll(/(x-namespace"?: "?)demo/g, `$1${service.namespace}`);
async function isMissing(program: string): Promise<boolean> {
  return run(program, ['--version']).then(
    () => false,
    () => true,
  );
}

describe('the recipes', () => {
  it('of curl ask and report', async (context) => {
    if (await isMissing('curl')) context.skip();
    const [ask = '', report = ''] = blocks('sh')
      .filter((block) => block.includes('curl'))
      .map(here);
    const given = JSON.parse((await run('sh', ['-c', ask])).stdout) as { text: string; receiptId: string };
    expect(given.text).toContain('comparison_mode');
    const { stdout } = await run('sh', ['-c', report], { env: { ...process.env, RECEIPT: given.receiptId } });
    expect(JSON.parse(stdout)).toEqual({
      data: {
        reportOutcome: { success: true, items: expect.arrayContaining([{ credit: 1, creditState: 'CREDITED' }]) },
      },
    });
  });

  it('of Python does the same without a package', async (context) => {
    if (await isMissing('python3')) context.skip();
    const { stdout } = await run('python3', ['-c', here(blocks('python')[0] ?? '')]);
    expect(stdout).toContain('KB ID: comparison_mode');
    expect(stdout).toContain("'id': 'comparison_mode', 'used': True, 'credit': 1, 'creditState': 'CREDITED'");
  });

  it('of MCP clients name a door that takes their headers', async () => {
    const clients = blocks('json').map((block) => {
      const { mcpServers, servers } = JSON.parse(here(block)) as Record<
        'mcpServers' | 'servers',
        Record<string, { url: string; headers: Record<string, string> }>
      >;
      return (mcpServers ?? servers)['heartwood'];
    });
    expect(clients).toHaveLength(3);
    for (const client of clients) {
      const answer = await fetch(client?.url ?? '', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...client?.headers,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'knowledge_context', arguments: { query: 'put two measurements side by side' } },
        }),
      });
      expect(await answer.text()).toContain('comparison_mode');
    }
    // The sentences for agents name only tools that exist.
    const served = readFileSync(new URL('../../src/mcp/tools.json', import.meta.url), 'utf8');
    const named = blocks('text')[0]?.match(/\b(?:knowledge|context|kb)_\w+/gu) ?? [];
    expect(named).toHaveLength(3);
    for (const tool of named) expect(served).toContain(`"name": "${tool}"`);
  });
});
