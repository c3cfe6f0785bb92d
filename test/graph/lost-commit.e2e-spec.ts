import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningService, startService } from '../../src/service.js';
import { freshNamespace, testConfig } from '../support/graph.js';

const COMMIT = Buffer.from([0x00, 0x02, 0xb0, 0x12, 0x00, 0x00]);
const namespace = freshNamespace();
let service: RunningService;
let proxy: ReturnType<typeof createServer>;
/** While true, each commit reaches the database, but its answer is lost. */
let isLosing = false;

beforeAll(async () => {
  const { hostname, port } = new URL(process.env['TEST_NEO4J_URI'] ?? '');
  proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    let isLost = false;
    client.on('data', (sent) => {
      isLost ||= isLosing && sent.includes(COMMIT);
      server.write(sent);
    });
    server.on('data', (answer) => (isLost ? client.destroy() : client.write(answer)));
    for (const socket of [client, server]) {
      socket.on('error', () => undefined);
      socket.on('close', () => [client, server].forEach((either) => either.destroy()));
    }
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const NEO4J_URI = `bolt://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  service = await startService(testConfig({ NEO4J_URI, NEO4J_RETRY_MS: '300' }));
});
afterAll(async () => {
  isLosing = false;
  await service?.close();
  proxy?.close();
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
  isLosing = true;
  const keyed = await ask(attach(', idempotencyKey: "k1"'));
  const keyless = await ask(attach(''));
  isLosing = false;
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
