// Runs with Node.js 22 or later, in a folder where `ai` and the packed client are installed (ai-sdk.release-spec.ts), against
// the service at HEARTWOOD_URL.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { generateText, jsonSchema, simulateReadableStream, stepCountIs, streamText, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { heartwood } from 'heartwood-client';
import { heartwoodRun } from 'heartwood-client/ai-sdk';

const usage = { inputTokens: { total: 1, noCache: 1 }, outputTokens: { total: 1, text: 1 } };
const finishReason = (unified) => ({ unified, raw: undefined });
const says = (text) => ({
  content: [{ type: 'text', text }],
  finishReason: finishReason('stop'),
  usage,
  warnings: [],
});
const streams = (...texts) => ({
  stream: simulateReadableStream({
    chunks: [
      { type: 'text-start', id: '1' },
      ...texts.map((delta) => ({ type: 'text-delta', id: '1', delta })),
      { type: 'text-end', id: '1' },
      { type: 'finish', finishReason: finishReason('stop'), usage },
    ],
  }),
});

const TASK = 'How is a pump opened?';
async function connected() {
  const client = heartwood({ url: process.env.HEARTWOOD_URL, namespace: `ai-sdk-${randomUUID()}` });
  await client.ingest({ source: 'pumps.md', content: '# Pumps\n\nStop the pump before it is opened.\n' });
  await client.ingest({ source: 'doors.md', content: '# Doors\n\nA pump room is opened with two keys.\n' });
  return { client, context: { minMatch: 0, minTrust: 0 } };
}
/** Trusts by title, as the next context has them. */
const trustsIn = async ({ client, context }) => {
  const { hits } = await client.context({ query: TASK, ...context });
  return Object.fromEntries(hits.map(({ title, trust }) => [title.split(' › ').at(-1), trust]));
};
const markOf = (run, title) => {
  const place = run.given().hits.findIndex((hit) => hit.title.endsWith(title));
  return `[k${place + 1}]`;
};

test('generateText gives the model the context after the instructions, once a run', async () => {
  const { client, context } = await connected();
  const model = new MockLanguageModelV4({
    doGenerate: [
      {
        content: [{ type: 'tool-call', toolCallId: '1', toolName: 'look', input: '{}' }],
        finishReason: finishReason('tool-calls'),
        usage,
        warnings: [],
      },
      says('Done.'),
    ],
  });
  const run = heartwoodRun(client, { model, context });
  const { text } = await generateText({
    model: run.model,
    instructions: 'Be brief.',
    prompt: TASK,
    tools: { look: tool({ inputSchema: jsonSchema({ type: 'object' }), execute: async () => 'closed' }) },
    stopWhen: stepCountIs(3),
    onEnd: run.onEnd,
  });
  assert.equal(text, 'Done.');
  assert.equal(model.doGenerateCalls.length, 2);
  for (const { prompt } of model.doGenerateCalls) {
    const systems = prompt.filter(({ role }) => role === 'system').map(({ content }) => content);
    assert.deepEqual(systems, ['Be brief.', run.given().text]);
  }
});

test('a verified failure of what the answer cites changes the next answer, and nothing else does', async () => {
  const world = await connected();
  const before = await trustsIn(world);
  const go = async (verify) => {
    const model = new MockLanguageModelV4({ doGenerate: async () => says(`As ${markOf(run, 'Pumps')} says.`) });
    const run = heartwoodRun(world.client, { model, context: world.context, ...(verify && { verify }) });
    await generateText({ model: run.model, prompt: TASK, onEnd: run.onEnd });
  };
  await go(undefined);
  await go(() => undefined);
  assert.deepEqual(await trustsIn(world), before);
  await go(async ({ text }) => !text.includes('says'));
  const after = await trustsIn(world);
  assert.ok(after.Pumps < before.Pumps);
  assert.equal(after.Doors, before.Doors);
});

test('streamText streams, and reports what was verified at its end', async () => {
  const world = await connected();
  const before = await trustsIn(world);
  const model = new MockLanguageModelV4({ doStream: async () => streams('As ', markOf(run, 'Doors'), ' says.') });
  const run = heartwoodRun(world.client, { model, context: world.context, verify: () => false });
  const { textStream } = streamText({ model: run.model, prompt: TASK, onEnd: run.onEnd });
  const parts = [];
  for await (const part of textStream) parts.push(part);
  assert.ok(parts.length > 1);
  const after = await trustsIn(world);
  assert.ok(after.Doors < before.Doors);
  assert.equal(after.Pumps, before.Pumps);
});

test('a run that is aborted reports nothing', async () => {
  const world = await connected();
  const before = await trustsIn(world);
  const caller = new AbortController();
  let verified = 0;
  const model = new MockLanguageModelV4({ doStream: async () => streams('As ', '[k1]', ' says.') });
  const run = heartwoodRun(world.client, { model, context: world.context, verify: () => verified++ > 0 });
  const { textStream } = streamText({
    model: run.model,
    prompt: TASK,
    abortSignal: caller.signal,
    onEnd: run.onEnd,
    onError: () => undefined,
  });
  for await (const part of textStream) if (part) caller.abort();
  assert.equal(verified, 0);
  assert.deepEqual(await trustsIn(world), before);
});

test('two runs at a time know nothing of each other', async () => {
  const world = await connected();
  const before = await trustsIn(world);
  const go = async (title, success) => {
    const model = new MockLanguageModelV4({ doGenerate: async () => says(`As ${markOf(run, title)} says.`) });
    const run = heartwoodRun(world.client, { model, context: world.context, verify: () => success });
    await generateText({ model: run.model, prompt: TASK, onEnd: run.onEnd });
    return run.given().receiptId;
  };
  const receipts = await Promise.all([go('Pumps', false), go('Doors', true)]);
  assert.equal(new Set(receipts).size, 2);
  const after = await trustsIn(world);
  assert.ok(after.Pumps < before.Pumps);
  assert.ok(after.Doors >= before.Doors);
});

test('a service that does not answer leaves the run as it is', async () => {
  const errors = [];
  const model = new MockLanguageModelV4({ doGenerate: says('Done.') });
  const client = heartwood({ url: 'http://127.0.0.1:1', attempts: 1 });
  const run = heartwoodRun(client, { model, verify: () => true, onError: (error) => errors.push(error.code) });
  const { text } = await generateText({ model: run.model, prompt: TASK, onEnd: run.onEnd });
  assert.equal(text, 'Done.');
  assert.deepEqual(errors, ['UNREACHABLE']);
  assert.deepEqual(
    model.doGenerateCalls[0].prompt.map(({ role }) => role),
    ['user'],
  );
});
