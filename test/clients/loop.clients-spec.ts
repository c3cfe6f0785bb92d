import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextService, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';
import { type Act, ScriptedModel } from './model.js';
import { isInstalled, TOOLS, Workspace } from './workspace.js';

let service: TestService;
let model: ScriptedModel;
beforeAll(async () => {
  // Statements that run for the first time take seconds.
  service = await contextService({ HOOK_ANSWER_MS: '60000' });
  model = await ScriptedModel.start();
});
afterAll(async () => {
  model.close();
  await service.close();
});

const PROMPT = 'Fix the failing test; the fixtures of the calculator are expired';
const RENEW = 'npm run fixtures:renew';
const SAVE = 'mutation ($input: KnowledgeItemInput!) { saveKnowledgeItem(input: $input) { id } }';
const ITEMS = `{ knowledgeItems { nodes { id trust evidence { nodes { positive verification attributed } }
  learnings { nodes { originalError recoveryApproach } } } } }`;

interface Item {
  readonly id: string;
  readonly trust: number;
  readonly evidence: { readonly nodes: readonly object[] };
  readonly learnings: { readonly nodes: readonly object[] };
}

describe.each(['claude-code', 'opencode'] as const)('%s', (client) => {
  it.skipIf(!isInstalled(client))(
    'learns from a session in which the model reports nothing, and the next one begins with it',
    async () => {
      const namespace = freshNamespace();
      for (const [id, verb] of [
        ['fixtures_renew', 'Renew'],
        ['fixtures_reset', 'Reset'],
      ] as const) {
        const input = {
          ...{ id, description: `${verb} the expired fixtures of the calculator.`, uiLocation: 'terminal' },
          ...{ actionSequence: [`npm run fixtures:${verb.toLowerCase()}`], prerequisites: [], outputState: id },
          docCitation: 'doc',
        };
        await service.data(namespace, SAVE, { input });
      }
      const items = async () =>
        new Map(
          (await service.data<{ knowledgeItems: { nodes: Item[] } }>(namespace, ITEMS)).knowledgeItems.nodes.map(
            (item) => [item.id, item],
          ),
        );
      // A client waits for less than such statements take.
      await fetch(`${service.url}/hooks/${client}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-namespace': namespace, 'x-project': 'calc' },
        body: JSON.stringify({ event: 'prompt', session: 'before', prompt: PROMPT }),
      });

      const workspace = new Workspace(client, model.url, { 'fixtures:renew': 'node renew.js' });
      workspace.write('renew.js', "if (!process.argv.includes('--all')) throw new Error('fixtures need --all');\n");
      workspace.heartwood('connect', client, '--url', service.url, '--namespace', namespace, '--yes');
      const { bash, edit, read, path, from, to } = TOOLS[client];
      const file = { [path]: `${workspace.project}/add.js` };
      const run = (command: string): Act => ({ tool: bash, input: { command, description: 'Run it' } });
      model.script([
        ...[run(RENEW), run(`${RENEW} -- --all`)],
        ...[
          { tool: read, input: file },
          { tool: edit, input: { ...file, [from]: 'a - b', [to]: 'a * b' } },
        ],
        ...[run('npm test'), { text: 'The test still fails.' }],
      ]);
      /** The ids of the items in the context that reached the model, in order. */
      const orderGiven = () => {
        const asked = model.asked.findLast((text) => text.includes('fixtures_renew')) ?? '';
        return ['fixtures_renew', 'fixtures_reset'].sort((a, b) => asked.indexOf(a) - asked.indexOf(b));
      };
      await workspace.run(PROMPT);
      expect(orderGiven()).toEqual(['fixtures_renew', 'fixtures_reset']);
      await expect.poll(async () => (await items()).get('fixtures_renew')?.learnings.nodes.length).toBe(1);
      expect((await items()).get('fixtures_renew')).toMatchObject({
        trust: 0.95,
        evidence: { nodes: [{ positive: false, verification: 'TOOL', attributed: `matched "${RENEW}"` }] },
        learnings: { nodes: [{ recoveryApproach: `This succeeded instead: ${RENEW} -- --all` }] },
      });
      expect((await items()).get('fixtures_reset')).toMatchObject({ trust: 1, evidence: { nodes: [] } });

      model.script([{ text: 'I know enough.' }]);
      await workspace.run(PROMPT);
      expect(orderGiven()).toEqual(['fixtures_reset', 'fixtures_renew']);
      expect(model.asked.some((text) => text.includes(`This succeeded instead: ${RENEW} -- --all`))).toBe(true);

      workspace.heartwood('disconnect', client, '--yes');
      workspace.remove();
    },
  );
});
