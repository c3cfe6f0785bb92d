import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextService, type TestService } from '../context/support.js';
import { inVenv, pythonTools, run } from './toolbox.js';

/** The versions in the table of docs/how-to.md. */
const PACKAGES = [
  ...['pytest==9.2.0', 'pytest-asyncio==1.5.0', 'pytest-socket==0.8.1', 'mypy==2.4.1'],
  ...['langchain-core==1.8.3', 'langchain-tests==1.1.9', 'langgraph==1.2.24', 'pydantic-ai-slim==2.68.0'],
  ...['openai-agents==0.24.0', 'google-adk==2.13.0'],
];

let service: TestService;
let tools: string;
/** A copy, so that nothing is written beside the sources. */
let folder: string;
beforeAll(async () => {
  service = await contextService();
  tools = await pythonTools(...PACKAGES);
  folder = mkdtempSync(join(tmpdir(), 'heartwood-adapters-'));
  cpSync(join('clients', 'python'), folder, { recursive: true });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

it('the adapters in Python are typed', async () => {
  const { stdout } = await run(inVenv(tools, 'mypy'), ['--strict', 'heartwood_client'], { cwd: folder });
  expect(stdout).toContain('Success');
});

it.each([
  ['langchain', 29],
  ['pages', 3],
  ['pydantic_ai', 6],
])('the adapter for %s passes %i tests', async (name, passed) => {
  const env = { ...process.env, PYTHONPATH: folder, HEARTWOOD_URL: service.url };
  const file = join('tests', 'adapters', `test_${name}.py`);
  const pytest = ['-m', 'pytest', '-q', '--asyncio-mode=auto', '-p', 'no:cacheprovider', file];
  const { stdout } = await run(inVenv(tools, 'python'), pytest, { cwd: folder, env }).catch(
    (error: unknown) => error as { stdout: string },
  );
  process.stdout.write(stdout);
  expect(stdout).toMatch(new RegExp(`^${passed} passed in`, 'm'));
});
