import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningService, startService } from '../../src/service.js';
import { FaultyProxy } from '../support/faulty-proxy.js';
import { freshNamespace, testConfig } from '../support/graph.js';
import { OpenAiServer } from '../support/openai-server.js';

const namespace = freshNamespace();
let service: RunningService;
let proxy: FaultyProxy;
let llm: OpenAiServer;

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

const item = (
  id: string,
  description: string,
) => `mutation { saveKnowledgeItem(input: { id: "${id}", description: "${description}", uiLocation: "u", actionSequence: [],
  prerequisites: [], outputState: "", docCitation: "" }) { id } }`;
const attach = (
  key: string,
) => `mutation { attachLearning(input: { itemId: "open", kind: SELF_EXPLORATION, task: "t", stepNum: 0,
  originalAction: {}, originalError: "e"${key} }) { trustAfter } }`;

/** Number of calls that save the same item at once; each is looked for again and again. */
const WRITERS = 24;

beforeAll(async () => {
  proxy = await FaultyProxy.before(process.env['TEST_NEO4J_URI'] ?? '');
  llm = await OpenAiServer.start();
  service = await startService(testConfig({ ...llm.environment, NEO4J_URI: proxy.uri, NEO4J_RETRY_MS: '300' }));
});
afterAll(async () => {
  proxy?.set('none');
  await service?.close();
  await proxy?.close();
  await llm?.close();
});

it('gives the key with which a write whose commit was lost may be sent again, and is then made once', async () => {
  expect((await ask(item('open', 'd'))).errors).toBeUndefined();
  const askLosing = async (query: string) => {
    proxy.set('lose-last-commit');
    // Jobs of the service commit, too.
    const { losesCommit } = proxy;
    proxy.losesCommit = (transaction) => transaction.includes('originalError');
    const answer = await ask(query);
    proxy.set('none');
    proxy.losesCommit = losesCommit;
    return answer;
  };
  const keyed = await askLosing(attach(', idempotencyKey: "k1"'));
  const keyless = await askLosing(attach(''));
  expect(keyed.errors?.[0]?.extensions).toEqual({ code: 'OUTCOME_UNKNOWN', idempotencyKey: 'k1', repeat: 'SAFE' });
  const made = keyless.errors?.[0]?.extensions['idempotencyKey'] as string;
  expect(made).toMatch(/^made-[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(keyless.errors?.[0]?.extensions).toEqual({ code: 'OUTCOME_UNKNOWN', idempotencyKey: made, repeat: 'SAFE' });
  for (const key of ['k1', made]) {
    expect((await ask(attach(`, idempotencyKey: "${key}"`))).errors).toBeUndefined();
  }
  // There is one entry each: neither the service's own retries nor the repeated request duplicated it.
  const { data } = await ask('{ knowledgeItem(id: "open") { evidence(first: 10) { totalCount } } }');
  expect(data?.['knowledgeItem']).toEqual({ evidence: { totalCount: 2 } });
});

it('gives the key to agents, too, whose arguments have other names', async () => {
  const call = async (given: Record<string, unknown>) => {
    const response = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-namespace': namespace,
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'memory_record', arguments: given },
      }),
    });
    return await response.text();
  };
  const memory = { title: 'lost', description: 'd', content: 'c', outcome: 'success' };
  const { losesCommit } = proxy;
  proxy.set('lose-last-commit');
  proxy.losesCommit = (transaction) => transaction.includes(namespace);
  const unknown = await call(memory);
  proxy.set('none');
  proxy.losesCommit = losesCommit;
  expect(unknown).toContain('OUTCOME_UNKNOWN');
  const key = /idempotencyKey\W+(made-[0-9A-HJKMNP-TV-Z]{26})\W/.exec(unknown)?.[1];
  const repeated = await call({ ...memory, idempotency_key: key });
  expect(repeated).toContain('duplicate_of');
  const { data } = await ask('{ memories(first: 10) { totalCount } }');
  expect(data?.['memories']).toEqual({ totalCount: 1 });
});

it('saves as many versions of an item as concurrent calls save, although no commit is answered', async () => {
  expect((await ask(item('shared', 'first'))).errors).toBeUndefined();
  proxy.set('lose-commits');
  const { lost } = proxy;
  const texts = Array.from({ length: WRITERS }, (_, n) => `text ${n}`);
  const answers = await Promise.all(texts.map((text) => ask(item('shared', text))));
  proxy.set('none');
  expect(answers.flatMap(({ errors = [] }) => errors)).toEqual([]);
  expect(proxy.lost).toBeGreaterThan(lost);
  const { data } = await ask('{ versions(ref: "item:shared", first: 100) { nodes { number } totalCount } }');
  expect(data?.['versions']).toMatchObject({ totalCount: WRITERS + 1 });
});

it('answers a text whose commits were not answered as it was first loaded', async () => {
  const piece = { piece_id: 'p', content: 'Stop the pump.', knowledge_type: 'fact', info_type: 'hints' };
  llm.reply({ content: { pieces: [piece] } });
  proxy.set('lose-commits');
  const { lost } = proxy;
  const { data, errors } = await ask(
    'mutation { ingestText(text: "Stop the pump.") { checkInId load { created updated unchanged } } }',
  );
  proxy.set('none');
  expect(errors).toBeUndefined();
  expect(proxy.lost).toBeGreaterThan(lost);
  expect(data?.['ingestText']).toEqual({
    checkInId: expect.stringMatching(/^\w{26}$/) as unknown,
    load: { created: 1, updated: 0, unchanged: 0 },
  });
});
