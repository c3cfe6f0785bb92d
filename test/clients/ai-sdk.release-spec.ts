import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextService, type TestService } from '../context/support.js';
import { compileStrictly, nodeTests, npmTools, projectWithClient } from './toolbox.js';

/** The versions in the table of docs/how-to.md. The AI SDK and Mastra need Node.js 22, and this project runs on 20. */
const PACKAGES = ['ai@7.0.173', '@mastra/core@1.71.0', 'node@24.21.0'];

let service: TestService;
let project: string;
let node: string;
beforeAll(async () => {
  service = await contextService();
  const tools = await npmTools(...PACKAGES);
  node = join(tools, 'node_modules', '.bin', 'node');
  project = await projectWithClient(tools);
});
afterAll(async () => {
  await service.close();
  rmSync(project, { recursive: true });
});

it('the adapter for the AI SDK passes its tests with the mock models of generateText and streamText', async () => {
  const stdout = await nodeTests(node, project, 'ai-sdk.test.mjs', service.url);
  expect(stdout).toContain('pass 6\n');
  expect(stdout).toContain('fail 0\n');
});

it('the adapter and the function for Mastra in the README have the types of their frameworks; the function passes its test', async () => {
  const readme = readFileSync(join('clients', 'typescript', 'README.md'), 'utf8');
  const [, imported, page = ''] = /^## Mastra$[^]*?^```ts\n(import.*)\n\n(?:export )([^]*?)^```/m.exec(readme) ?? [];
  expect(page.split('\n').length).toBeLessThanOrEqual(18);
  await compileStrictly(
    project,
    `import { generateText, streamText } from 'ai';
     import { MockLanguageModelV4 } from 'ai/test';
     import { heartwood, type Heartwood } from 'heartwood-client';
     import { heartwoodRun } from 'heartwood-client/ai-sdk';
     ${imported}
     export async function compiled() {
       const run = heartwoodRun(heartwood({ url: 'http://x' }), { model: new MockLanguageModelV4(), verify: (end) => end.text !== '' });
       await generateText({ model: run.model, prompt: 'x', onEnd: run.onEnd });
       streamText({ model: run.model, prompt: 'x', onEnd: run.onEnd });
     }
     export function runner(client: Heartwood, verify: (result: { text: string }) => boolean | undefined) {
       return ${page}}\n`,
  );
  expect(await nodeTests(node, project, 'mastra.test.mjs', service.url)).toContain('pass 1\n');
});
