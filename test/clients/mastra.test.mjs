// Runs with Node.js 24, in a folder where `@mastra/core`, `ai` and the packed client are installed (ai-sdk.release-spec.ts),
// with the function of the README in types.js, against the service at HEARTWOOD_URL.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { Agent } from '@mastra/core/agent';
import { MockLanguageModelV4 } from 'ai/test';
import { heartwood } from 'heartwood-client';
import { runner } from './types.js';

const TASK = 'How is a pump opened?';

test('a verified failure of what an agent of Mastra cites changes the next answer', async () => {
  const client = heartwood({ url: process.env.HEARTWOOD_URL, namespace: `mastra-${randomUUID()}` });
  await client.ingest({ source: 'pumps.md', content: '# Pumps\n\nStop the pump before it is opened.\n' });
  await client.ingest({ source: 'doors.md', content: '# Doors\n\nA pump room is opened with two keys.\n' });
  const trusts = async () => {
    const { hits } = await client.context({ query: TASK, minMatch: 0, minTrust: 0 });
    return Object.fromEntries(hits.map(({ title, trust }) => [title.split(' › ').at(-1), trust]));
  };
  const model = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const system = prompt.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n');
      assert.match(system, /Be brief\./);
      const [mark] = system.slice(0, system.indexOf('Stop the pump')).match(/\[k\d+\](?![^]*\[k\d+\])/);
      return {
        content: [{ type: 'text', text: `As ${mark} says.` }],
        finishReason: { unified: 'stop', raw: undefined },
        usage: { inputTokens: { total: 1, noCache: 1 }, outputTokens: { total: 1, text: 1 } },
        warnings: [],
      };
    },
  });
  const agent = new Agent({ id: 'keeper', name: 'Keeper', instructions: 'Be brief.', model });
  const before = await trusts();
  await runner(client, () => undefined)(agent, TASK);
  assert.deepEqual(await trusts(), before);
  await runner(client, () => false)(agent, TASK);
  const after = await trusts();
  assert.ok(after.Pumps < before.Pumps);
  assert.equal(after.Doors, before.Doors);
});
