import { afterAll, beforeAll, expect, it } from 'vitest';
import { callerFrom } from '../../src/common/caller.js';
import { Delivery } from '../../src/common/delivery.js';
import { validateInput } from '../../src/common/validation.js';
import { ContextInput } from '../../src/context/context.inputs.js';
import { ContextService } from '../../src/context/context.service.js';
import { contextService, saveItems, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';

let service: TestService;
beforeAll(async () => (service = await contextService()));
afterAll(() => service.close());

const OUTCOME = `mutation ($input: OutcomeInput!) {
  reportOutcome(input: $input) { verification items { id credit creditState } } }`;
const EVIDENCE = `query ($id: ID!) { knowledgeItem(id: $id) { trust evidence { nodes { kind positive verification } } } }`;
const ATTACH = `mutation ($input: LearningInput!) { attachLearning(input: $input) { trustAfter } }`;

async function given() {
  const namespace = freshNamespace();
  await saveItems(service, namespace);
  const context = async () => {
    const { context: found } = await service.data<{ context: { receiptId: string } }>(
      namespace,
      'query ($input: ContextInput!) { context(input: $input) { receiptId } }',
      { input: { query: 'load a measurement file', minMatch: 0 } },
    );
    return found.receiptId;
  };
  const item = async () =>
    (await service.data<{ knowledgeItem: object }>(namespace, EVIDENCE, { id: 'open_files' })).knowledgeItem;
  return { namespace, context, item };
}

it('stores with each observation who verified it: the page is a person, a call that states nothing an agent', async () => {
  const { namespace, context, item } = await given();
  const failed = async () => ({ receiptId: await context(), success: false, used: ['item:open_files'] });
  const page = { 'sec-fetch-site': 'same-origin' };
  expect(await service.data(namespace, OUTCOME, { input: await failed() }, page)).toMatchObject({
    reportOutcome: { verification: 'USER' },
  });
  await service.data(namespace, OUTCOME, { input: await failed() });
  await service.data(namespace, ATTACH, {
    input: {
      itemId: 'open_files',
      kind: 'SELF_EXPLORATION',
      task: 'load a file',
      stepNum: 0,
      originalAction: { tool_name: 'Click' },
      originalError: 'no such menu',
    },
  });
  expect(await item()).toMatchObject({
    // All count alike: 0.95 each.
    trust: expect.closeTo(0.95 ** 3, 10) as number,
    evidence: {
      nodes: [
        { kind: 'STEP_FAILURE', verification: 'AGENT' },
        { kind: 'TASK_COMPLETION', positive: false, verification: 'AGENT' },
        { kind: 'TASK_COMPLETION', positive: false, verification: 'USER' },
      ],
    },
  });
});

it('keeps an outcome that nobody checked, and moves nothing by it', async () => {
  const { namespace, context, item } = await given();
  const input = { receiptId: await context(), success: false, used: ['item:open_files'], unverified: true };
  const first = await service.data<{ reportOutcome: { items: { id: string }[] } }>(namespace, OUTCOME, { input });
  expect(first.reportOutcome).toMatchObject({ verification: 'NONE' });
  expect(first.reportOutcome.items.find(({ id }) => id === 'open_files')).toMatchObject({ creditState: 'UNMOVED' });
  expect(await service.data(namespace, OUTCOME, { input })).toEqual(first);
  expect(await item()).toEqual({ trust: 1, evidence: { nodes: [] } });
});

it('finds the receipts of a session with how each was delivered, and takes no outcome of what was not', async () => {
  const { namespace, context } = await given();
  await context();
  const input = { query: 'load a measurement file', session: 's1', min_match: 0 };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'knowledge_context', arguments: input } };
  const answer = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-namespace': namespace,
    },
    body: JSON.stringify(call),
  });
  expect(answer.status).toBe(200);
  const caller = { ...callerFrom({ namespace, session: 's1' }), delivery: Delivery.NO };
  const late = await service.app
    .get(ContextService)
    .context(caller, validateInput(ContextInput, { query: 'load a measurement file', minMatch: 0 }));
  const { receipts } = await service.data<{ receipts: { nodes: { id: string }[] } }>(
    namespace,
    '{ receipts(session: "s1") { totalCount nodes { id delivered session } } }',
  );
  expect(receipts).toMatchObject({
    totalCount: 2,
    nodes: [
      { id: late.receiptId, delivered: 'NO', session: 's1' },
      { delivered: 'TOOL', session: 's1' },
    ],
  });
  const report = (receiptId: string | null | undefined) =>
    service.graphql(namespace, OUTCOME, { input: { receiptId, success: true, used: [] } });
  expect((await report(late.receiptId)).errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT' });
  expect((await report(receipts.nodes[1]?.id)).errors).toBeUndefined();
});
