import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type RunningService, startService } from '../../src/service.js';
import { freshNamespace, testConfig } from '../support/graph.js';
import { NGINX, nginx } from './nginx.js';
import type { Proxy } from './proxy.js';
import { roundRobin } from './round-robin.js';

// Two replicas behind a reverse proxy that sends each request to the next one. Clients know only the proxy.

interface Answer {
  readonly data?: Record<string, Record<string, unknown>> | null;
  readonly errors?: readonly unknown[];
}

const item = (id: string) => ({
  ...{ id, description: 'Opens it', uiLocation: 'Menu', actionSequence: ['click'] },
  ...{ prerequisites: [], outputState: 's', docCitation: 'd' },
});
const SAVE = 'mutation ($input: KnowledgeItemInput!) { saveKnowledgeItem(input: $input) { id } }';
const ATTACH = `mutation ($key: String!) { attachLearning(input: { itemId: "open", kind: SELF_EXPLORATION, task: "t", stepNum: 0,
  originalAction: {}, originalError: "e", idempotencyKey: $key }) { trustAfter } }`;

const PROXIES = [
  { name: 'a proxy that takes turns', start: roundRobin },
  ...(NGINX === undefined ? [] : [{ name: 'nginx', start: nginx }]),
];

describe.each(PROXIES)('behind $name', ({ start }) => {
  let namespace: string;
  let replicas: RunningService[];
  let proxy: Proxy;
  beforeAll(async () => {
    namespace = freshNamespace();
    const settings = { TRUSTED_PROXIES: '127.0.0.1' };
    replicas = [await startService(testConfig(settings)), await startService(testConfig(settings))];
    proxy = await start(replicas.map(({ url }) => url));
  });
  afterAll(async () => {
    await proxy?.close();
    await Promise.all((replicas ?? []).map((replica) => replica.close()));
  });

  async function ask(query: string, variables: object = {}): Promise<Answer> {
    const response = await fetch(`${proxy.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-namespace': namespace },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as Answer;
  }

  it('shows each write to the next request, which another replica answers', async () => {
    const before = proxy.served();
    for (let n = 0; n < 10; n++) {
      expect((await ask(SAVE, { input: item(`item-${n}`) })).errors).toBeUndefined();
      const { data } = await ask('query ($id: ID!) { knowledgeItem(id: $id) { id } }', { id: `item-${n}` });
      expect(data?.['knowledgeItem']).toEqual({ id: `item-${n}` });
    }
    expect(proxy.served()).toEqual(before.map((count) => count + 10));
  });

  it('lets an agent use tools, with each request at another replica', async () => {
    const before = proxy.served();
    const agent = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { 'x-namespace': namespace } };
    await agent.connect(new StreamableHTTPClientTransport(new URL(`${proxy.url}/mcp`), { requestInit }));
    for (let n = 0; n < 4; n++) {
      const memory = { title: `M${n}`, description: 'd', content: 'c', outcome: 'success' };
      expect((await agent.callTool({ name: 'memory_record', arguments: memory })).isError).toBeFalsy();
    }
    const { structuredContent } = await agent.callTool({ name: 'memory_search', arguments: { query: 'M0 M1 M2 M3' } });
    await agent.close();
    expect((structuredContent as { memories: unknown[] }).memories).toHaveLength(4);
    proxy.served().forEach((count, at) => expect(count).toBeGreaterThan((before[at] ?? 0) + 1));
  });

  it('tells a subscriber at one replica of what another one changed', async () => {
    expect((await ask(SAVE, { input: item('open') })).errors).toBeUndefined();
    const client = createClient({
      url: `${proxy.url.replace('http', 'ws')}/graphql`,
      connectionParams: { 'x-namespace': namespace },
      webSocketImpl: WebSocket,
    });
    const changes: unknown[] = [];
    const end = client.subscribe(
      { query: 'subscription { trustChanged { ref } }' },
      { next: ({ data }) => changes.push(data), error: () => undefined, complete: () => undefined },
    );
    // The subscription begins with the connection, of which the client does not hear.
    await sleep(1_500);
    for (const key of ['s1', 's2']) expect((await ask(ATTACH, { key })).errors).toBeUndefined();
    await expect.poll(() => changes, { timeout: 10_000 }).toHaveLength(2);
    end();
    await client.dispose();
    expect(changes).toEqual([1, 2].map(() => ({ trustChanged: { ref: 'item:open' } })));
  });

  it('loses and doubles nothing while a replica stops, for clients that repeat what was not answered', async () => {
    const keys = Array.from({ length: 120 }, (_, n) => `k${n}`);
    let left = keys.length;
    const send = async (key: string) => {
      for (;;) {
        const answer = await ask(ATTACH, { key }).catch(() => undefined);
        if (answer?.data) break;
        await sleep(50);
      }
      left -= 1;
      if (left === 60) void replicas.shift()?.close();
    };
    const waiting = [...keys];
    const work = async () => {
      for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) await send(key);
    };
    await Promise.all(Array.from({ length: 6 }, work));
    expect(replicas).toHaveLength(1);
    const { data } = await ask('{ knowledgeItem(id: "open") { evidence(first: 1) { totalCount } } }');
    expect(data?.['knowledgeItem']).toEqual({ evidence: { totalCount: 122 } });
  });
});
