// Runs in a folder where the Claude Agent SDK and the packed client are installed (claude-agent-sdk.release-spec.ts), against
// the service at HEARTWOOD_URL and a model that this file plays.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { heartwood } from 'heartwood-client';
import { heartwoodHooks } from 'heartwood-client/claude-agent-sdk';

const TASK = 'How is a pump opened?';
const folder = mkdtempSync(join(tmpdir(), 'heartwood-claude-'));
/** Answers each request with what `speak` says to it. */
let speak = () => 'Done.';
const model = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    if (!request.url.includes('/v1/messages') || request.url.includes('count_tokens')) {
      return void response.end('{"input_tokens":1}');
    }
    const text = speak(body);
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id: `msg_${randomUUID()}`, type: 'message', role: 'assistant', model: 'claude', usage };
    const events = [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
      { type: 'message_stop' },
    ];
    response.setHeader('content-type', 'text/event-stream');
    response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
  });
});
before(() => new Promise((resolve) => model.listen(0, '127.0.0.1', resolve)));
after(() => {
  model.closeAllConnections();
  model.close();
  rmSync(folder, { recursive: true, force: true });
});

async function connected() {
  const client = heartwood({ url: process.env.HEARTWOOD_URL, namespace: `claude-${randomUUID()}` });
  await client.ingest({ source: 'pumps.md', content: '# Pumps\n\nStop the pump before it is opened.\n' });
  await client.ingest({ source: 'doors.md', content: '# Doors\n\nA pump room is opened with two keys.\n' });
  return client;
}
const context = { minMatch: 0, minTrust: 0 };
const trustsIn = async (client) => {
  const { hits } = await client.context({ query: TASK, ...context });
  return Object.fromEntries(hits.map(({ title, trust }) => [title.split(' › ').at(-1), trust]));
};
async function turn(hooks) {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    CLAUDE_CONFIG_DIR: folder,
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${model.address().port}`,
    ANTHROPIC_API_KEY: 'scripted',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  };
  const options = { hooks, env, cwd: folder, settingSources: [], tools: [], maxTurns: 2 };
  let result = '';
  for await (const message of query({ prompt: TASK, options })) if (message.type === 'result') result = message.result;
  return result;
}
/** Cites the entry with these words by the mark above it, as it reached the model. */
const citing = (words) => (body) => {
  const marks = [...body.split(words)[0].matchAll(/\[k\d+\]/g)];
  return `As ${marks.at(-1)} says.`;
};

test('a turn gets the context of its prompt', async () => {
  const client = await connected();
  const asked = [];
  speak = (body) => {
    asked.push(body);
    return 'Done.';
  };
  assert.equal(await turn(heartwoodHooks(client, { context })), 'Done.');
  assert.ok(asked.some((body) => body.includes('Stop the pump before it is opened.')));
});

test('a verified failure of what the last message cites changes the next answer, and nothing else does', async () => {
  const client = await connected();
  const before = await trustsIn(client);
  speak = citing('Stop the pump');
  await turn(heartwoodHooks(client, { context }));
  await turn(heartwoodHooks(client, { context, verify: () => undefined }));
  assert.deepEqual(await trustsIn(client), before);
  await turn(heartwoodHooks(client, { context, verify: async ({ text }) => !text.includes('says') }));
  const after = await trustsIn(client);
  assert.ok(after.Pumps < before.Pumps);
  assert.equal(after.Doors, before.Doors);
});

test('two turns at a time know nothing of each other', async () => {
  const client = await connected();
  const before = await trustsIn(client);
  const words = ['Stop the pump', 'two keys'];
  let turns = 0;
  speak = (body) => citing(words[turns++ % 2])(body);
  // One cites the pump and succeeds, the other one cites the door and fails.
  const hooks = heartwoodHooks(client, { context, verify: ({ text }) => text.includes('[k1]') });
  await Promise.all([turn(hooks), turn(hooks)]);
  const after = await trustsIn(client);
  assert.deepEqual(
    Object.keys(after).filter((title) => after[title] < before[title]),
    ['Doors'],
  );
});

test('a service that does not answer leaves the turn as it is', async () => {
  const errors = [];
  speak = () => 'Done.';
  const client = heartwood({ url: 'http://127.0.0.1:1', attempts: 1 });
  const hooks = heartwoodHooks(client, { verify: () => true, onError: (error) => errors.push(error.code) });
  assert.equal(await turn(hooks), 'Done.');
  assert.deepEqual(errors, ['UNREACHABLE']);
});
