import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextService, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';

// What a voice, that is an agent in a session, says about a memory counts once: its last word.

interface Answer {
  readonly applied: boolean;
  readonly newConfidence: number;
}

let service: TestService;
let untrusting: TestService;
beforeAll(async () => {
  [service, untrusting] = await Promise.all([contextService(), contextService({ UNTRUSTED_AGENTS: 'true' })]);
});
afterAll(() => Promise.all([service.close(), untrusting.close()]));

const SAY = `mutation ($id: ID!, $helpful: Boolean!, $kind: SignalKind!, $key: String) {
  memoryFeedback(memoryId: $id, kind: $kind, helpful: $helpful, idempotencyKey: $key) { applied newConfidence } }`;
const JUDGE = `mutation ($judgements: [JudgementInput!]!) {
  judgeMemories(judgements: $judgements) { applied newConfidence } }`;
const LEDGER = `query ($id: ID!) { memory(id: $id) { confidence evidence { nodes { kind positive state agent } } } }`;

async function world(at = service) {
  const namespace = freshNamespace();
  const { recordMemory } = await at.data<{ recordMemory: { id: string } }>(
    namespace,
    `mutation { recordMemory(input: { title: "Pin the compiler", description: "builds", content: "Pin it.", outcome: SUCCESS }) { id } }`,
  );
  const { id } = recordMemory;
  const say = async (voice: string, helpful: boolean, kind = 'EXPLICIT_FEEDBACK', key?: string) => {
    const [agent = '', session = ''] = voice.split(' ');
    const headers = { 'x-agent': agent, 'x-session': session };
    return (await at.data<{ memoryFeedback: Answer }>(namespace, SAY, { id, helpful, kind, key }, headers))
      .memoryFeedback;
  };
  const judge = async (voice: string, judgements: readonly boolean[]) => {
    const [agent = '', session = ''] = voice.split(' ');
    const input = judgements.map((helpful) => ({ memoryId: id, helpful }));
    const headers = { 'x-agent': agent, 'x-session': session };
    return (await at.data<{ judgeMemories: Answer[] }>(namespace, JUDGE, { judgements: input }, headers)).judgeMemories;
  };
  const ledger = async () => {
    const { memory } = await at.data<{
      memory: { confidence: number; evidence: { nodes: { kind: string; state: string; agent: string | null }[] } };
    }>(namespace, LEDGER, { id });
    const { confidence, evidence } = memory;
    return { confidence, states: evidence.nodes.map(({ kind, state }) => `${kind} ${state}`), nodes: evidence.nodes };
  };
  return { say, judge, ledger };
}

it('counts three equal votes of one session once, when another voice agrees', async () => {
  const { say, ledger } = await world();
  for (let times = 0; times < 3; times++) expect(await say('a one', false)).toMatchObject({ applied: false });
  const answer = await say('b two', false);
  expect(answer).toMatchObject({ applied: true, newConfidence: expect.closeTo(0.4, 4) });
  const { states } = await ledger();
  expect(states.filter((state) => state === 'EXPLICIT_FEEDBACK APPLIED')).toHaveLength(2);
  expect(states.filter((state) => state === 'EXPLICIT_FEEDBACK RETRACTED')).toHaveLength(2);
});

it('replaces a vote that was applied, so that a voice can change its mind', async () => {
  const { say, ledger } = await world();
  await say('a one', false);
  expect((await say('b two', false)).newConfidence).toBeCloseTo(0.4, 4);
  // Alone, the other voice no longer moves the confidence, and neither does the new one.
  expect(await say('b two', true)).toMatchObject({ applied: false, newConfidence: expect.closeTo(0.8, 4) });
  expect((await ledger()).states).toEqual([
    'EXPLICIT_FEEDBACK PENDING',
    'RETRACTION APPLIED',
    'EXPLICIT_FEEDBACK RETRACTED',
    'EXPLICIT_FEEDBACK PENDING',
  ]);
});

it('takes the last of several judgements in one request, and a repeated call changes nothing', async () => {
  const { say, judge, ledger } = await world();
  await judge('a one', [true, false, false]);
  await say('a one', true, 'EXPLICIT_FEEDBACK', 'k');
  await say('a one', true, 'EXPLICIT_FEEDBACK', 'k');
  const { states } = await ledger();
  expect(states.filter((state) => state === 'EXPLICIT_FEEDBACK PENDING')).toHaveLength(1);
  expect(states).toHaveLength(7);
});

it('counts other kinds of signals of the same voice, and takes an agent in any spelling for one', async () => {
  const { say, ledger } = await world();
  await say('Claude s', true);
  await say('claude s', true);
  await say('CLAUDE s', true, 'CODE_STABILITY');
  const { states, nodes } = await ledger();
  expect(states.filter((state) => state.endsWith('PENDING'))).toHaveLength(2);
  expect(new Set(nodes.map(({ agent }) => agent))).toEqual(new Set(['claude']));
});

it('counts what an agent says at once in several sessions as one signal, where agents are the voices', async () => {
  const { say, ledger } = await world(untrusting);
  await Promise.all(['a one', 'a two', 'a three'].map((voice) => say(voice, true)));
  const { states } = await ledger();
  expect(states.filter((state) => state === 'EXPLICIT_FEEDBACK PENDING')).toHaveLength(1);
});
