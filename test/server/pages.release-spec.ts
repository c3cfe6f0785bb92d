import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { featureModules } from '../../src/app.module.js';
import { GraphService } from '../../src/graph/graph.service.js';
import { startTestService, type TestService } from './support.js';

// Runs operations and commands of the documentation that are not followed by an answer, so that no walk-through
// compares them. src/documentation-commands.spec.ts lists which block is run where.

const ROOT = new URL('../../', import.meta.url);
const CLI = join(process.cwd(), 'dist', 'cli.js');
const run = promisify(execFile);

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { features: featureModules() });
  await heartwood(['import', 'catalog', 'sample/knowledge_catalog.json']);
});
afterAll(() => service.close());

function heartwood(args: readonly string[]) {
  return run(process.execPath, [CLI, ...args], {
    env: { ...process.env, HEARTWOOD_URL: service.url, HEARTWOOD_NAMESPACE: service.namespace },
  });
}

function blocksOf(page: string, language: string): string[] {
  const text = readFileSync(new URL(page, ROOT), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) => block);
}

/** `from`: number of operations of the page that its walk-through runs. */
it.each([
  { page: 'README.md', from: 0, codes: [null] },
  { page: 'docs/context.md', from: 0, codes: [null, null, null] },
  { page: 'docs/corrections.md', from: 7, codes: [null] },
  // The context and the plan of the page exist only in its walk-through.
  { page: 'docs/credit.md', from: 7, codes: ['NOT_FOUND', 'NOT_FOUND', null] },
  { page: 'docs/explorer.md', from: 0, codes: [null] },
  // The memory exists only on the page, and no LLM is configured here.
  { page: 'docs/memory.md', from: 7, codes: ['NOT_FOUND', 'LLM_UNAVAILABLE', null, null] },
  { page: 'docs/search.md', from: 0, codes: [null] },
  // The version and the change exist only on the page.
  { page: 'docs/versions.md', from: 6, codes: [null, 'NOT_FOUND', 'NOT_FOUND'] },
])('takes the operations of $page that show no answer', async ({ page, from, codes }) => {
  const operations = blocksOf(page, 'graphql')
    .slice(from)
    .filter((operation) => !operation.startsWith('subscription'));
  const given = [];
  for (const operation of operations) {
    const variables = { id: 'of the page', receipt: 'of the page', plan: 'of the page' };
    const named = Object.fromEntries(Object.entries(variables).filter(([name]) => operation.includes(`$${name}:`)));
    const { errors } = await service.graphql(operation, named, { 'x-agent': 'docs' });
    given.push(errors[0]?.extensions.code ?? null);
  }
  expect(given).toEqual(codes);
});

it.each([
  ['docs/context.md', 0, 'KB ID: '],
  ['docs/mcp.md', 0, '"jsonrpc":"2.0"'],
  ['docs/mcp.md', 3, '"id":2'],
])('runs the commands of %s (block %d)', async (page, index, expected) => {
  const script = (blocksOf(page, 'sh')[index] ?? '')
    .replaceAll('http://localhost:4000', service.url)
    .replaceAll('x-namespace: demo', `x-namespace: ${service.namespace}`)
    .replaceAll('HEARTWOOD_NAMESPACE=demo', `HEARTWOOD_NAMESPACE=${service.namespace} HEARTWOOD_URL=${service.url}`)
    .replaceAll('node dist/cli.js', `"${process.execPath}" "${CLI}"`);
  const { stdout } = await run('sh', ['-e', '-c', script]);
  expect(stdout).toContain(expected);
});

it('imports the sample of docs/knowledge.md', async () => {
  const [command = ''] = blocksOf('docs/knowledge.md', 'sh');
  const words = command
    .trim()
    .replace(/ --namespace \w+$/, '')
    .split(' ');
  expect(words.shift()).toBe('heartwood');
  const { stdout, stderr } = await heartwood(words);
  expect(`${stdout}${stderr}`).toMatch(/loaded|created/);
});

it.each(['docs/time.md', 'docs/versions.md'])('runs the Cypher of %s', async (page) => {
  const [text = ''] = blocksOf(page, 'cypher');
  const rows = await service.app.get(GraphService).run({ name: page, mode: 'read', text }, {});
  expect(rows).toBeInstanceOf(Array);
});
