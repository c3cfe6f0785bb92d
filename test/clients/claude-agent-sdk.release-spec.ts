import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextService, type TestService } from '../context/support.js';
import { npmTools, projectWithClient, run } from './toolbox.js';

/** The version in the table of docs/how-to.md. It brings a program of some 250 MB for the platform. */
const PACKAGES = ['@anthropic-ai/claude-agent-sdk@0.3.332'];

let service: TestService;
let project: string;
beforeAll(async () => {
  service = await contextService();
  const tools = await npmTools(...PACKAGES);
  project = await projectWithClient(tools);
});
afterAll(async () => {
  await service.close();
  rmSync(project, { recursive: true });
});

it('the hooks for the Claude Agent SDK pass their tests with a scripted model', async () => {
  cpSync(join('test', 'clients', 'claude-agent-sdk.test.mjs'), join(project, 'claude-agent-sdk.test.mjs'));
  const env = { ...process.env, HEARTWOOD_URL: service.url, NODE_OPTIONS: '' };
  const tests = ['--test', '--test-reporter=spec', 'claude-agent-sdk.test.mjs'];
  const { stdout } = await run(process.execPath, tests, { cwd: project, env }).catch(
    (error: unknown) => error as { stdout: string },
  );
  process.stdout.write(stdout);
  expect(stdout).toContain('pass 4\n');
  expect(stdout).toContain('fail 0\n');
});

it('the hooks have the types that the Claude Agent SDK asks for', async () => {
  writeFileSync(
    join(project, 'types.ts'),
    `import { query } from '@anthropic-ai/claude-agent-sdk';
     import { heartwood } from 'heartwood-client';
     import { heartwoodHooks } from 'heartwood-client/claude-agent-sdk';
     const hooks = heartwoodHooks(heartwood({ url: 'http://x' }), { verify: ({ text }) => text !== '' });
     void query({ prompt: 'x', options: { hooks: { ...hooks } } });\n`,
  );
  const tsc = join(process.cwd(), 'node_modules', 'typescript', 'bin', 'tsc');
  const options = [
    '--noEmit',
    '--ignoreConfig',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--lib',
    'es2023,dom',
  ];
  await run(process.execPath, [tsc, ...options, 'types.ts'], { cwd: project });
});
