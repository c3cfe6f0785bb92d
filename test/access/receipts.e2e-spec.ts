import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextService, saveItems, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';

type Headers = Record<string, string>;

const ALPHA = { 'x-project': 'alpha', 'x-team': 'red' };
const OTHERS: readonly Headers[] = [
  { 'x-project': 'beta', 'x-team': 'blue' },
  { ...ALPHA, 'x-team': 'blue' },
  { ...ALPHA, 'x-project': 'b' },
  {},
];
const OPEN = { description: 'Open a file', uiLocation: 'Menu', actionSequence: ['click'], prerequisites: [] };
const REPORT = `mutation ($input: OutcomeInput!) { reportOutcome(input: $input) { success items { id creditState } } }`;
const RETRACT = `mutation ($ref: String!) { retract(ref: $ref, reason: "wrong") { changes { ref } } }`;
const LIST = `query ($ref: ID, $agent: String) { receipts(ref: $ref, agent: $agent) { totalCount nodes { id } } }`;

let service: TestService;
let namespace: string;
beforeAll(async () => {
  service = await contextService();
  namespace = freshNamespace();
  await saveItems(service, namespace, [{ ...OPEN, id: 'open', outputState: 'open', docCitation: 'd' }]);
});
afterAll(() => service.close());

const ask = async (headers: Headers): Promise<string> => {
  const { context } = await service.data<{ context: { receiptId: string } }>(
    namespace,
    '{ context(input: { query: "open a file" }) { receiptId } }',
    {},
    { 'x-agent': 'ann', ...headers },
  );
  return context.receiptId;
};
const errorOf = async (query: string, variables: object, headers: Headers) => {
  const { errors } = await service.graphql(namespace, query, variables, headers);
  return { code: errors?.[0]?.extensions['code'], message: errors?.[0]?.message };
};
const listed = async (headers: Headers, args: object = {}) =>
  (await service.data<{ receipts: { totalCount: number; nodes: { id: string }[] } }>(namespace, LIST, args, headers))
    .receipts;

it('lets only the team and project that asked report an outcome', async () => {
  const receiptId = await ask(ALPHA);
  for (const headers of OTHERS) {
    const missing = await errorOf(REPORT, { input: { receiptId: 'nothing', success: false } }, headers);
    expect(missing.code).toBe('NOT_FOUND');
    expect(await errorOf(REPORT, { input: { receiptId, success: false } }, headers)).toEqual({
      ...missing,
      message: missing.message?.replace('nothing', receiptId),
    });
  }
  const input = { receiptId, success: true, used: ['item:open'] };
  expect(await service.data(namespace, REPORT, { input }, ALPHA)).toEqual({
    reportOutcome: { success: true, items: [{ id: 'open', creditState: 'CREDITED' }] },
  });
});

it('lets only them retract it, also by its evidence', async () => {
  const receiptId = await ask(ALPHA);
  await service.data(namespace, REPORT, { input: { receiptId, success: false, used: ['item:open'] } }, ALPHA);
  const evidence = `evidence:outcome:${receiptId}:item:open`;
  for (const headers of OTHERS) {
    const missing = await errorOf(RETRACT, { ref: 'receipt:nothing' }, headers);
    expect(missing.code).toBe('NOT_FOUND');
    expect(await errorOf(RETRACT, { ref: `receipt:${receiptId}` }, headers)).toEqual({
      ...missing,
      message: missing.message?.replace('nothing', receiptId),
    });
    // Everybody sees the evidence of an item, so that its id is no secret.
    expect((await errorOf(RETRACT, { ref: evidence }, headers)).code).toBe('FORBIDDEN');
  }
  expect(await service.data(namespace, RETRACT, { ref: evidence }, ALPHA)).toMatchObject({
    retract: { changes: [{ ref: 'item:open' }] },
  });
});

it('retracts all that its outcome credited, also what the caller no longer sees, and tells only of the rest', async () => {
  const { recordMemory } = await service.data<{ recordMemory: { id: string } }>(
    namespace,
    `mutation { recordMemory(input: { title: "Open", description: "open a file", content: "open a file", outcome: SUCCESS }) { id } }`,
    {},
    ALPHA,
  );
  const receiptId = await ask(ALPHA);
  const ref = `memory:${recordMemory.id}`;
  await service.data(namespace, REPORT, { input: { receiptId, success: false, used: [ref, 'item:open'] } }, ALPHA);
  await service.data(
    namespace,
    'mutation ($ids: [ID!]!) { moveMemories(ids: $ids, to: "elsewhere") { __typename } }',
    { ids: [recordMemory.id] },
    ALPHA,
  );
  expect(await service.data(namespace, RETRACT, { ref: `receipt:${receiptId}` }, ALPHA)).toEqual({
    retract: { changes: [{ ref: 'item:open' }] },
  });
  const { memory } = await service.data<{ memory: { evidence: { nodes: object[] } } }>(
    namespace,
    'query ($id: ID!) { memory(id: $id) { evidence { nodes { kind } } } }',
    { id: recordMemory.id },
    { ...ALPHA, 'x-project': 'elsewhere' },
  );
  expect(memory.evidence.nodes[0]).toEqual({ kind: 'RETRACTION' });
});

it('lists and counts only what the caller asked for, with and without a project', async () => {
  const [inProject, inTeam] = [{ 'x-team': 'lists', 'x-project': 'gamma' }, { 'x-team': 'lists' }];
  const [own, without] = [await ask(inProject), await ask(inTeam)];
  for (const args of [{}, { ref: 'item:open' }, { agent: 'ann' }, { ref: 'item:open', agent: 'ann' }]) {
    expect(await listed(inProject, args)).toEqual({ totalCount: 1, nodes: [{ id: own }] });
    expect(await listed(inTeam, args)).toEqual({ totalCount: 1, nodes: [{ id: without }] });
  }
});

it('does not tell others in the list of changes which receipt was released', async () => {
  const receiptId = await ask(ALPHA);
  await service.data(namespace, REPORT, { input: { receiptId, success: false, used: ['item:open'] } }, ALPHA);
  await service.data(namespace, RETRACT, { ref: `receipt:${receiptId}` }, ALPHA);
  const changes = async (headers: Headers) => {
    const answer = await service.data<{ changes: { nodes: { door: string; refs: string[] }[] } }>(
      namespace,
      '{ changes { nodes { door refs } } }',
      {},
      headers,
    );
    return answer.changes.nodes[0];
  };
  const refs = [`receipt:${receiptId}`, 'item:open'];
  expect(await changes(ALPHA)).toEqual({ door: 'RETRACT_OUTCOME', refs: expect.arrayContaining(refs) as string[] });
  for (const headers of OTHERS) {
    expect(await changes(headers)).toEqual({ door: 'RETRACT_OUTCOME', refs: ['item:open'] });
  }
});

it('saves a plan with the prompt of the caller’s team and project alone', async () => {
  const { planningPrompt } = await service.data<{ planningPrompt: { receiptId: string } }>(
    namespace,
    '{ planningPrompt(input: { task: "open a file" }) { receiptId } }',
    {},
    ALPHA,
  );
  const save = 'mutation ($input: PlanInput!) { savePlan(input: $input) { task } }';
  const input = {
    task: 'open a file',
    receiptId: planningPrompt.receiptId,
    actions: [{ toolName: 'click', kbSource: 'open' }],
  };
  for (const headers of OTHERS) expect((await errorOf(save, { input }, headers)).code).toBe('NOT_FOUND');
  expect(await service.data(namespace, save, { input }, ALPHA)).toEqual({ savePlan: { task: 'open a file' } });
});

it('leaves out of a context what came from an own receipt, and ignores that of others', async () => {
  const receiptId = await ask(ALPHA);
  const query = `query ($id: ID!) { context(input: { query: "open a file", kinds: [ITEM], exclude: { receipts: [$id] } }) {
    hits { explain { trust } } } }`;
  const trust = async (id: string, headers: Headers) =>
    JSON.stringify(await service.data(namespace, query, { id }, headers));
  await service.data(namespace, REPORT, { input: { receiptId, success: false, used: ['item:open'] } }, ALPHA);
  const [with_, without] = [await trust('nothing', ALPHA), await trust(receiptId, ALPHA)];
  expect(without).not.toBe(with_);
  for (const headers of OTHERS) expect(await trust(receiptId, headers)).toBe(with_);
});
