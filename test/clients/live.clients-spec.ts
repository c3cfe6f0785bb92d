import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Act, ScriptedModel } from './model.js';
import { isInstalled, type TestedClient, TOOLS, Workspace } from './workspace.js';

const bodies: Record<string, unknown>[] = [];
let answer: () => Promise<string> | string = () => '{}';
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => (text += String(chunk)));
  request.on('end', () => {
    bodies.push({ ...(JSON.parse(text || '{}') as object), project: request.headers['x-project'] });
    void Promise.resolve(answer()).then((given) => response.end(given));
  });
});
const NEVER = new Promise<string>(() => undefined);
let url = '';
let model: ScriptedModel;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  model = await ScriptedModel.start();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  model.close();
});
beforeEach(() => {
  bodies.length = 0;
});

const acts = (client: TestedClient, project: string, change: readonly [string, string]): Act[] => {
  const { bash, edit, read, path, from, to } = TOOLS[client];
  const file = { [path]: `${project}/add.js` };
  const test: Act = { tool: bash, input: { command: 'npm test', description: 'Run the tests' } };
  return [
    test,
    { tool: read, input: file },
    { tool: edit, input: { ...file, [from]: change[0], [to]: change[1] } },
    test,
    { text: 'I am done.' },
  ];
};

describe.each(['claude-code', 'opencode'] as const)('%s', (client) => {
  describe.skipIf(!isInstalled(client))('as installed', () => {
    let workspace: Workspace;
    beforeAll(() => {
      workspace = new Workspace(client, model.url);
    });
    afterAll(() => workspace.remove());

    it.each(['user', 'project'] as const)(
      'asks at the prompt and reports the end, connected in the scope of the %s',
      async (scope) => {
        workspace.reset();
        workspace.heartwood('connect', client, '--url', url, '--scope', scope, '--yes');
        const context = 'CONTEXT-OF-THE-SERVICE';
        const inner = { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: context } };
        answer = () => JSON.stringify(client === 'claude-code' ? inner : { context });
        model.script(acts(client, workspace.project, ['a - b', 'a + b']));
        const { out, code } = await workspace.run('Fix the failing test');
        workspace.heartwood('disconnect', client, '--scope', scope, '--yes');
        expect([code, out]).toEqual([0, expect.stringContaining('I am done.')]);
        expect(bodies).toMatchObject([
          { prompt: 'Fix the failing test', project: 'calc' },
          {
            event: 'turn',
            prompt: 'Fix the failing test',
            verdict: 'success',
            end: 'done',
            steps: { length: 4 },
            project: 'calc',
          },
        ]);
        expect(model.asked.filter((text) => text.includes(context)).length).toBeGreaterThan(3);
      },
    );

    it.each<[string, string | undefined, typeof answer]>([
      ['does not run', 'http://127.0.0.1:9', () => ''],
      ['hangs', undefined, () => NEVER],
      ['answers nonsense', undefined, () => 'x'.repeat(1_000_000)],
    ])('goes on as without us if the service %s', async (_, other, given) => {
      workspace.reset();
      workspace.heartwood('connect', client, '--url', other ?? url, '--yes');
      answer = given;
      model.script(acts(client, workspace.project, ['a - b', 'a * b']));
      const { out, code } = await workspace.run('Fix the failing test');
      workspace.heartwood('disconnect', client, '--yes');
      expect([code, out]).toEqual([0, expect.stringContaining('I am done.')]);
      expect(out).not.toMatch(/heartwood|hook/iu);
    });
  });
});
