import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Figures } from '../../src/config/figures.js';
import { throwAwayNeo4j, type ThrowAwayNeo4j } from '../setup/throw-away-neo4j.js';
import { type EmbeddingServer, reply, startEmbeddingServer, STUB_MODEL } from '../support/embedding-server.js';
import { FaultyProxy, type Fault } from '../support/faulty-proxy.js';
import { OpenAiServer, type ScriptedReply } from '../support/openai-server.js';
import { Load, type Verdict } from './load.js';
import { ServiceProcess } from './process.js';

// Writes under load while something fails. Each row of the table that it prints is one fault; the
// table of docs/operations.md is one of its runs.

const PATIENCE = Number(process.env.FAULTS_PATIENCE ?? '1');
/** Limit of the time from the end of the fault until the service is ready, in ms. */
const READY_MS = 2_000 * PATIENCE;
/** Operations before each fault, so that it meets the service under load. */
const BEFORE = 30;

interface Line extends Omit<Verdict, 'contradictions' | 'failures'> {
  readonly name: string;
  readonly failures: string;
}
const table: Line[] = [];

let database: ThrowAwayNeo4j;
let proxy: FaultyProxy;
const services: ServiceProcess[] = [];

beforeAll(async () => {
  database = await throwAwayNeo4j({ ownDisk: true });
  proxy = await FaultyProxy.before(database.connection.NEO4J_URI);
}, 120_000);
afterAll(async () => {
  print(table);
  for (const service of services) await service.kill();
  await proxy?.close();
  await database?.remove();
});

/** Starts a service, and waits until it is ready: until the database has planned its searches. */
async function startedService(
  environment: Record<string, string> = {},
  figures: Partial<Figures> = {},
): Promise<ServiceProcess> {
  const service = new ServiceProcess({ ...database.connection, ...environment }, figures);
  services.push(service);
  await service.start();
  await ready(service);
  return service;
}

async function ready({ url }: ServiceProcess): Promise<void> {
  await until(async () => (await fetch(`${url}/health/ready`)).status === 200);
}

/** Runs a fault under load, adds its row to the table, and returns what became of the load. */
async function under(
  name: string,
  urls: () => readonly string[],
  fault: (load: Load) => Promise<void>,
): Promise<Verdict> {
  const load = new Load(name, urls);
  let verdict: Verdict;
  try {
    await load.progress(BEFORE);
    await fault(load);
    await load.faultEnds();
    await load.progress(BEFORE);
  } finally {
    verdict = await load.verdict(database);
  }
  const { contradictions, failures, ...counts } = verdict;
  const said = Object.entries(failures).map(([code, times]) => `${times} ${code}`);
  table.push({ name, ...counts, failures: said.join(', ') || 'none' });
  expect(contradictions).toEqual([]);
  expect(counts).toMatchObject({ doubled: 0, lost: 0, found: counts.acknowledged });
  return verdict;
}

function expectReady({ readyMs }: Verdict, limitMs = READY_MS): void {
  expect(readyMs).toBeLessThan(limitMs);
}

describe('nothing that was acknowledged is lost or doubled', { timeout: 240_000 }, () => {
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await startedService();
  }, 120_000);
  const urls = () => [service.url];

  it('when the database is killed', async () => {
    const verdict = await under('Neo4j killed', urls, async () => {
      await database.kill();
      await sleep(1_000);
      await database.start();
    });
    expectReady(verdict);
  });

  it('when the database is stopped', async () => {
    const verdict = await under('Neo4j stopped and started', urls, async () => {
      await database.stop();
      await sleep(1_000);
      await database.start();
    });
    expectReady(verdict);
  });

  it('when the service is killed', async () => {
    // The database was just restarted and has planned no searches yet; here only the service fails.
    await service.kill();
    await service.start();
    await ready(service);
    const verdict = await under('service killed, three times', urls, async (load) => {
      for (let n = 0; n < 3; n++) {
        await service.kill();
        await service.start();
        if (n < 2) await load.progress(20);
      }
    });
    expectReady(verdict);
  });

  it('when the database accepts no writes', async () => {
    const verdict = await under('Neo4j read-only', urls, async (load) => {
      await database.stop();
      await database.start({ isReadOnly: true });
      await until(() => Promise.resolve(load.failed('DATABASE_READ_ONLY') > 0));
      await database.stop();
      await database.start();
    });
    expect(verdict.failures['DATABASE_READ_ONLY']).toBeGreaterThan(0);
    expectReady(verdict);
  });

  it('when the disk is full', async (test) => {
    const { disk } = database;
    if (!disk) return test.skip('no file system of our own can be mounted here');
    const verdict = await under('disk full', urls, async () => {
      disk.leaveFree(0);
      await fillDisk(service.url);
      await sleep(1_000);
      disk.leaveFree(1024 ** 3);
      await database.kill();
      await database.start();
    });
    expect(verdict.failures['DATABASE_FULL']).toBeGreaterThan(0);
    expectReady(verdict);
  });

  it('when the clock of the service jumps', async () => {
    const verdict = await under('clock jumps by +1 h, −2 h, +1 day and back', urls, async (load) => {
      for (const hours of [1, -2, 24, 0]) {
        service.setClock(hours * 3_600_000);
        await load.progress(30);
      }
    });
    expect(verdict.failures).toEqual({});
  });

  it('when one of two processes is killed', async () => {
    const other = await startedService();
    const verdict = await under(
      'two processes, one killed three times',
      () => [service.url, other.url],
      async (load) => {
        for (let n = 0; n < 3; n++) {
          await load.progress(30);
          await other.kill();
          await load.progress(30);
          await other.start();
        }
      },
    );
    expectReady(verdict);
    await other.kill();
  });
});

describe('nothing is lost or doubled over a connection', { timeout: 240_000 }, () => {
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await startedService({ NEO4J_URI: proxy.uri });
  }, 120_000);
  const through = async (name: string, fault: Fault, ms: number) =>
    under(
      name,
      () => [service.url],
      async () => {
        proxy.set(fault);
        await sleep(ms);
        proxy.set('none');
      },
    );

  it('that is refused', async () => {
    expectReady(await through('connections cut and refused for 5 s', 'cut', 5_000), READY_MS + 2_000);
  });
  it('that is cut again and again', async () => {
    const verdict = await under(
      'connections cut 30 times in 6 s',
      () => [service.url],
      async () => {
        for (let n = 0; n < 30; n++) {
          proxy.cut();
          await sleep(200);
        }
      },
    );
    expectReady(verdict);
  });
  it('that is cut between a commit and its answer', async () => {
    const { lost } = proxy;
    expectReady(await through('cut between commit and answer for 6 s', 'lose-commits', 6_000));
    expect(proxy.lost).toBeGreaterThan(lost);
  });
  it('that is slow', async () => {
    const verdict = await through('each packet delayed by 100 ms for 10 s', { delayMs: 100 }, 10_000);
    expect(verdict.failures).toEqual({});
  });
  // The bound of a silent connection is 5 s, and its requests are then sent again.
  it('that stalls', async () => {
    expectReady(await through('open connections stalled for good', 'stalled', 8_000), READY_MS + 5_000);
    proxy.cut();
  });
  it('into a black hole', async () => {
    expectReady(await through('black hole for 8 s', 'silent', 8_000), READY_MS + 5_000);
  });
});

describe('distillation loses and doubles no memory', { timeout: 240_000 }, () => {
  let llm: OpenAiServer;
  beforeAll(async () => {
    llm = await OpenAiServer.start();
  });
  afterAll(() => llm?.close());
  const distilling = () =>
    startedService(
      { ...llm.environment, LLM_TIMEOUT_MS: '3000' },
      {
        DISTILLATION_POLL_MS: 100,
        DISTILLATION_BACKOFF_MS: 50,
        DISTILLATION_BACKOFF_MAX_MS: 400,
        DISTILLATION_LEASE_MS: 2_000,
        DISTILLATION_MAX_ATTEMPTS: 100,
        LLM_PAUSE_MS: 100,
      },
    );
  const SESSIONS = 30;
  it('when the service is killed amid it', async () => {
    const [first, second] = [await distilling(), await distilling()];
    llm.answerBy((request) => ({ ...truth(request), delayMs: 300 }));
    await distil('service killed amid distillation', first, second, async (done) => {
      for (let n = 0; n < 3; n++) {
        await until(async () => (await done()) >= 3 * (n + 1));
        await second.kill();
        await second.start();
      }
    });
  });

  it('when the LLM is slow, fails and lies', async () => {
    const [first, second] = [await distilling(), await distilling()];
    let asked = 0;
    let isLying = true;
    llm.answerBy((request) => {
      const bad: (ScriptedReply | undefined)[] = [
        { status: 500 },
        { hangUp: true },
        { content: 'x', delayMs: 4_000 },
        { body: '<html>502</html>', contentType: 'text/html' },
        { content: '{"nothing": "of the contract"}' },
        { status: 429, retryAfter: 1 },
        undefined,
        { body: '{"choices":[]}' },
      ];
      return (isLying ? bad[asked++ % bad.length] : undefined) ?? truth(request);
    });
    await distil('LLM slow, failing and lying', first, second, async () => {
      await sleep(10_000);
      isLying = false;
    });
  });

  function truth({ messages }: { messages: readonly { content: string }[] }): ScriptedReply & { content: string } {
    const session = /trace of (\S+)/.exec(messages[1]?.content ?? '')?.[1] ?? '?';
    return { content: [1, 2].map((n) => section(n, `${session} memory ${n}`)).join('\n') };
  }

  async function distil(
    name: string,
    first: ServiceProcess,
    second: ServiceProcess,
    fault: (done: () => Promise<number>) => Promise<void>,
  ): Promise<void> {
    const namespace = `faults-${name.replace(/\W+/g, '-')}`;
    const ids = Array.from({ length: SESSIONS }, (_, n) => `${namespace}-${n}`);
    for (const sessionId of ids) {
      const input = { sessionId, outcome: 'SUCCESS', trace: `trace of ${sessionId}` };
      await ask(first.url, namespace, 'mutation ($input: SessionInput!) { queueSession(input: $input) { id } }', {
        input,
      });
    }
    const done = async () => {
      const { distillationJobs } = await ask<{ distillationJobs: { totalCount: number } }>(
        first.url,
        namespace,
        '{ distillationJobs(status: DONE) { totalCount } }',
      );
      return distillationJobs.totalCount;
    };
    await fault(done);
    const ended = performance.now();
    const before = await done();
    // A reply that cannot be read ends a job as FAILED, which a person or an agent takes up again.
    const retry = 'mutation { retryDistillations { retried: __typename } }';
    await ask(first.url, namespace, retry);
    await until(async () => (await done()) > before || before === SESSIONS);
    const recoveredMs = performance.now() - ended;
    await until(async () => {
      await ask(first.url, namespace, retry);
      return (await done()) === SESSIONS;
    });
    const { memories: stored } = await ask<{ memories: { nodes: { title: string }[] } }>(
      first.url,
      namespace,
      '{ memories(first: 200) { nodes { title } } }',
    );
    const titles = stored.nodes.map(({ title }) => title);
    const wanted = ids.flatMap((id) => [`${id} memory 1`, `${id} memory 2`]);
    const lost = wanted.filter((title) => !titles.includes(title)).length;
    table.push({
      name,
      acknowledged: wanted.length,
      found: wanted.length - lost,
      lost,
      doubled: titles.length - new Set(titles).size,
      readyMs: undefined,
      recoveredMs,
      failures: `${llm.requests.length} requests to the LLM`,
    });
    expect(titles.sort()).toEqual(wanted.sort());
    for (const service of [first, second]) await service.kill();
    llm.reset();
  }
});

describe('texts are embedded in the end', { timeout: 240_000 }, () => {
  let embedder: EmbeddingServer;
  beforeAll(async () => {
    embedder = await startEmbeddingServer();
  });
  afterAll(() => embedder?.close());

  it('when the embedder is slow, fails and lies', async () => {
    const environment = {
      EMBEDDER: 'openai',
      EMBEDDING_MODEL: STUB_MODEL,
      OPENAI_BASE_URL: embedder.url,
      OPENAI_API_KEY: 'none',
    };
    const service = await startedService(environment, { EMBEDDING_TIMEOUT_MS: 2_000 });
    const verdict = await under(
      'embedder slow, failing and lying',
      () => [service.url],
      async (load) => {
        let asked = 0;
        embedder.answerWith(async ({ input }, response) => {
          const data = (embedding: readonly number[]) => input.map((_, index) => ({ index, embedding }));
          const lies = [
            () => reply(response, 500, {}),
            () => response.destroy(),
            () => reply(response, 200, { data: data([1, 2, 3]) }),
            () => reply(response, 200, { data: [] }),
            () => reply(response, 200, { data: data(Array<number>(32).fill(Number.NaN)) }),
          ];
          await sleep(asked % 2 === 0 ? 0 : 1_000);
          lies[asked++ % lies.length]?.();
          return true;
        });
        await load.progress(100);
        embedder.answerWith(undefined);
      },
    );
    expect(verdict.failures).toEqual({});
    const stale = async () => {
      const { status } = await ask<{ status: { embedder: { stale: number } } }>(
        service.url,
        `faults-embedder-slow-failing-and-lying`,
        '{ status { embedder { stale } } }',
      );
      return status.embedder.stale;
    };
    await expect.poll(stale, { timeout: 120_000, interval: 500 }).toBe(0);
    await service.kill();
  });
});

function section(number: number, title: string): string {
  return `## Memory ${number}
**Title**: ${title}
**Description**: When it happens
**Content**: Do this.
**Tags**: build, ci
**Outcome**: success
`;
}

async function ask<Data>(url: string, namespace: string, query: string, variables: object = {}): Promise<Data> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-namespace': namespace },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data?: Data; errors?: unknown };
  if (errors || !data) throw new Error(JSON.stringify(errors));
  return data;
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error('It did not happen within two minutes');
    await sleep(100);
  }
}

/** Writes until the database says that its disk is full: it has written its log of 32 MiB in advance. */
async function fillDisk(url: string): Promise<void> {
  const load = 'mutation ($document: JSON!) { loadKnowledge(document: $document) { created } }';
  for (let n = 0; n < 20; n++) {
    const properties = { text: 'long '.repeat(18_000) };
    const nodes = Array.from({ length: 40 }, (_, i) => ({ node_id: `n${n}-${i}`, node_type: 'thing', properties }));
    try {
      await ask(url, 'fill', load, { document: { graph: { nodes } } });
    } catch (error) {
      if (String(error).includes('DATABASE_FULL')) return;
    }
  }
  throw new Error('The disk was never full');
}

function print(lines: readonly Line[]): void {
  const head =
    '| fault | acknowledged | found | doubled | lost | ready after | first write or job after | answers meanwhile |';
  const seconds = (ms: number | undefined) => (ms === undefined ? '' : `${(ms / 1_000).toFixed(2)} s`);
  const rows = lines.map(({ name, acknowledged, found, doubled, lost, readyMs, recoveredMs, failures }) => {
    const cells = [name, acknowledged, found, doubled, lost, seconds(readyMs), seconds(recoveredMs), failures];
    return `| ${cells.join(' | ')} |`;
  });
  process.stdout.write(`\n${[head, '|---|---|---|---|---|---|---|---|', ...rows].join('\n')}\n\n`);
}
