import { afterAll, beforeAll, expect, it } from 'vitest';
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
