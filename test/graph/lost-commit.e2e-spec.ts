import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningService, startService } from '../../src/service.js';
import { FaultyProxy } from '../support/faulty-proxy.js';
import { freshNamespace, testConfig } from '../support/graph.js';

const namespace = freshNamespace();
let service: RunningService;
let proxy: FaultyProxy;

beforeAll(async () => {
  proxy = await FaultyProxy.before(process.env['TEST_NEO4J_URI'] ?? '');
  service = await startService(testConfig({ NEO4J_URI: proxy.uri, NEO4J_RETRY_MS: '300' }));
});
afterAll(async () => {
  proxy?.set('none');
  await service?.close();
  await proxy?.close();
});

interface Answer {
  readonly data?: Record<string, Record<string, unknown>> | null;
  readonly errors?: readonly { readonly extensions: Record<string, unknown> }[];
}

async function ask(query: string): Promise<Answer> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-namespace': namespace },
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as Answer;
}

const ITEM = `mutation { saveKnowledgeItem(input: { id: "open", description: "d", uiLocation: "u", actionSequence: [],
  prerequisites: [], outputState: "", docCitation: "" }) { id } }`;
const attach = (
  key: string,
) => `mutation { attachLearning(input: { itemId: "open", kind: SELF_EXPLORATION, task: "t", stepNum: 0,
  originalAction: {}, originalError: "e"${key} }) { trustAfter } }`;

it('says whether a write whose commit was lost may be sent again; with its key it is made once', async () => {
  expect((await ask(ITEM)).errors).toBeUndefined();
  const askLosing = async (query: string) => {
    proxy.set('lose-last-commit');
    // Jobs of the service commit, too.
    proxy.losesCommit = (transaction) => transaction.includes('originalError');
    const answer = await ask(query);
    proxy.losesCommit = () => false;
    proxy.set('none');
    return answer;
  };
  const keyed = await askLosing(attach(', idempotencyKey: "k1"'));
  const keyless = await askLosing(attach(''));
  expect(keyed.errors?.[0]?.extensions).toEqual({ code: 'OUTCOME_UNKNOWN', idempotencyKey: 'k1', repeat: 'SAFE' });
  expect(keyless.errors?.[0]?.extensions).toEqual({
    code: 'OUTCOME_UNKNOWN',
    idempotencyKey: null,
    repeat: 'READ_FIRST',
  });
  expect((await ask(attach(', idempotencyKey: "k1"'))).errors).toBeUndefined();
  // There is one entry each: neither the service's own retries nor the repeated request duplicated it.
  const { data } = await ask('{ knowledgeItem(id: "open") { evidence(first: 10) { totalCount } } }');
  expect(data?.['knowledgeItem']).toEqual({ evidence: { totalCount: 2 } });
});
