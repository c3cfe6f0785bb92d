import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextService, type TestService } from '../context/support.js';
import { compileStrictly, nodeTests, npmTools, projectWithClient } from './toolbox.js';

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
  const stdout = await nodeTests(process.execPath, project, 'claude-agent-sdk.test.mjs', service.url);
  expect(stdout).toContain('pass 4\n');
  expect(stdout).toContain('fail 0\n');
});

it('the hooks have the types that the Claude Agent SDK asks for', async () => {
  await compileStrictly(
    project,
    `import { query } from '@anthropic-ai/claude-agent-sdk';
     import { heartwood } from 'heartwood-client';
     import { heartwoodHooks } from 'heartwood-client/claude-agent-sdk';
     const hooks = heartwoodHooks(heartwood({ url: 'http://x' }), { verify: ({ text }) => text !== '' });
     void query({ prompt: 'x', options: { hooks: { ...hooks } } });\n`,
  );
});
