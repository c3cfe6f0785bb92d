import { fileURLToPath } from 'node:url';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { DistillationRepository } from '../../src/memories/distillation.repository.js';
import { DistillationWorker } from '../../src/memories/distillation.worker.js';
import { throwAwayNeo4j, type ThrowAwayNeo4j } from '../setup/throw-away-neo4j.js';
import { type ScriptedReply } from '../support/openai-server.js';
import {
  WORKING,
  FIELDS,
  type Job,
  llm,
  service,
  startWorkers,
  ask,
  queue,
  jobOf,
  ended,
  section,
} from './distilling.js';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
// These tests have a database of their own: other test files leave jobs in the queue, which these workers would take.
let database: ThrowAwayNeo4j;
afterAll(() => database.remove());
startWorkers(async () => {
  database = await throwAwayNeo4j();
  return database.connection;
});

describe('distillation', () => {
  it('spends no attempt while the LLM is away, for longer than all attempts would last', async () => {
    const headers = { 'x-project': 'outage' };
    const ids = Array.from({ length: 40 }, (_, index) => `outage-${index}`);
    const jobs = async () =>
      (
        await ask<{ distillationJobs: { nodes: Job[] } }>(
          `{ distillationJobs(first: 40) { nodes { ${FIELDS} } } }`,
          {},
          headers,
        )
      ).distillationJobs.nodes;
    const DONE = '{ distillationJobs(status: DONE) { totalCount } }';
    const done = async () =>
      (await ask<{ distillationJobs: { totalCount: number } }>(DONE, {}, headers)).distillationJobs.totalCount;
    // Most failures are exceeded quotas, which are not retried at once; the client itself retries the others some
    // times.
    const away: ScriptedReply[] = [
      { status: 503 },
      { body: '<html>502 Bad Gateway</html>', contentType: 'text/html' },
      { status: 408 },
      { hangUp: true },
    ];
    llm.answerBy(() => {
      const count = llm.requests.length;
      return count % 10 === 0 ? away[(count / 10) % away.length]! : { status: 429, retryAfter: 3_600 };
    });
    await Promise.all(ids.map((sessionId) => queue({ sessionId }, headers)));
    // The limit is more requests than all attempts together.
    for (let ms = 0; ms < 20_000 && llm.requests.length < 40 * 3 + 10; ms += 20) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const port = Number(new URL(llm.baseUrl).port);
    await llm.close();
    const errors = async () => (await jobs()).map(({ error }) => error).join('\n');
    await expect.poll(errors, { timeout: 20_000, interval: 250 }).toMatch(/cannot be reached|left alone/);
    const during = await jobs();
    expect(during).toHaveLength(40);
    for (const { status, attempts } of during) {
      expect(status).toMatch(/QUEUED|RUNNING/);
      expect(attempts).toBeLessThanOrEqual(1); // one of them is running
    }

    llm.answerBy(() => ({ content: section(1, 'after the outage') }));
    await llm.listen(port);
    while ((await done()) < 40) await new Promise((resolve) => setTimeout(resolve, 200));
    const after = await jobs();
    expect(after.map(({ attempts }) => attempts)).toEqual(Array(40).fill(1));
    expect(after.map(({ memories }) => memories.length)).toEqual(Array(40).fill(1));
  }, 180_000); // its database has just started, on a machine that may be busy

  it.each([401, 403, 404])(
    'pauses while the server answers %d, counts nothing, and says so in status',
    async (status) => {
      const STATUS = '{ status { llm { problem } } }';
      const problem = async () =>
        (await ask<{ status: { llm: { problem: string | null } } }>(STATUS)).status.llm.problem;
      llm.answerBy(() => ({ status }));
      const headers = { 'x-project': `blocked-${status}` };
      const ids = Array.from({ length: 12 }, (_, index) => `blocked-${status}-${index}`);
      const first = await queue({ sessionId: ids[0] }, headers);
      await expect.poll(async () => (await jobOf(first.id, headers)).errorCode).toBe('LLM_UNAVAILABLE');
      expect(await problem()).toContain(`(${status})`);
      const rest = await Promise.all(ids.slice(1).map((sessionId) => queue({ sessionId }, headers)));
      const before = llm.requests.length;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      // In that time there are about three probes, of one job each; eleven more jobs wait without a request.
      expect(llm.requests.length - before).toBeLessThanOrEqual(6);
      await expect.poll(() => llm.requests.length - before, { timeout: 20_000 }).toBeGreaterThanOrEqual(1);
      llm.answerBy(() => ({ content: section(1, `after ${status}`) }));
      const all = [first, ...rest];
      const states = async () => Promise.all(all.map(async ({ id }) => (await jobOf(id, headers)).status));
      await expect.poll(states, { timeout: 20_000, interval: 200 }).toEqual(Array(12).fill('DONE'));
      const attempts = await Promise.all(all.map(async ({ id }) => (await jobOf(id, headers)).attempts));
      expect(attempts).toEqual(Array(12).fill(1));
      expect(await problem()).toBeNull();
    },
  );
});

// This comes last, since the workers of the service stop for it.
describe('any number of workers', () => {
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
    service.app.get(DistillationWorker).start();
  });

  it('never have the same job, and write nothing once their lease is lost', async () => {
    const workers = service.app.get(DistillationWorker);
    await workers.stop();
    const ids = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => (await queue({ sessionId: `claimed-${index}` })).id),
    );
    const jobs = service.app.get(DistillationRepository);
    const [now, until] = [new Date(), new Date(Date.now() + 60_000)];
    const claimed = (
      await Promise.all(Array.from({ length: 12 }, (_, index) => jobs.claim(`w${index}`, 5, now, until)))
    ).flat();
    expect(claimed.map(({ id }) => id).sort()).toEqual([...ids].sort());
    // Its lease expires, and another worker claims the job.
    const [job] = claimed;
    const later = new Date(until.getTime() + 1);
    const again = (await jobs.claim('other', 100, later, new Date(later.getTime() + 60_000))).find(
      ({ id }) => id === job?.id,
    );
    expect(again).toMatchObject({ attempts: 2, token: 2 });
    expect(await jobs.keepReply(job!, section(1, 'late'), until)).toBe(false);
    expect(await jobs.end(job!, { status: 'DONE', error: null, errorCode: null, readable: true } as never, later)).toBe(
      false,
    );
    expect(
      await jobs.putBack(job!, { error: null, errorCode: null, counts: true, waits: 0, dueAt: later }, later),
    ).toBe(false);
    expect(
      await jobs.end(again!, { status: 'DONE', error: null, errorCode: null, readable: true } as never, later),
    ).toBe(true);
    // The other jobs are returned to the queue, for the workers below.
    for (const { namespace: space, id } of claimed.slice(1)) {
      expect(
        await jobs.end(
          { namespace: space, id, token: 2 },
          { status: 'DONE', error: null, errorCode: null, readable: true } as never,
          later,
        ),
      ).toBe(true);
    }
  });

  it('take up what a killed one left, and record each memory once', async () => {
    const workers = service.app.get(DistillationWorker);
    await workers.stop();
    const titles = (request: { messages: readonly { content: string }[] }) =>
      /trace of (\S+)/.exec(request.messages[1]?.content ?? '')?.[1] ?? '?';
    // A worker in a process of its own, whose LLM does not answer half of the requests in time.
    llm.answerBy((request) => ({
      content: [1, 2].map((number) => section(number, `${titles(request)} memory ${number}`)).join('\n'),
      ...(/[02468]$/.test(titles(request)) && { delayMs: 15_000 }),
    }));
    const child = spawn(process.execPath, [MAIN], {
      env: {
        ...process.env,
        ...database.connection,
        EMBEDDER: 'none',
        PORT: '0',
        LOG_LEVEL: 'silent',
        ...llm.environment,
        ...WORKING,
        DISTILLATION_LEASE_MS: '2000',
        DISTILLATION_MAX_ATTEMPTS: '20',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    await once(child.stdout, 'data');
    const queued = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        queue({ sessionId: `crash-${index}`, trace: `trace of session-${index}` }),
      ),
    );
    while (llm.requests.length < 10) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const left = await Promise.all(queued.map(({ id }) => jobOf(id)));
    expect(left.filter(({ status }) => status === 'RUNNING').length).toBeGreaterThanOrEqual(5);

    llm.answerBy((request) => ({
      content: [1, 2].map((number) => section(number, `${titles(request)} memory ${number}`)).join('\n'),
    }));
    workers.start();
    const done = await Promise.all(queued.map((job) => ended(job)));
    expect(done.map(({ status }) => status)).toEqual(Array(10).fill('DONE'));
    const { memories } = await ask<{ memories: { nodes: { title: string }[] } }>(
      '{ memories(first: 200) { nodes { title } } }',
    );
    const found = memories.nodes.map(({ title }) => title).filter((title) => title.startsWith('session-'));
    expect(found.sort()).toEqual(
      Array.from({ length: 20 }, (_, n) => `session-${n >> 1} memory ${(n & 1) + 1}`).sort(),
    );
    // The jobs that ran when it was killed needed a second attempt.
    for (const [index, { status }] of left.entries()) {
      if (status === 'RUNNING') expect(done[index]?.attempts).toBeGreaterThanOrEqual(2);
    }
  }, 180_000); // the test starts a process, on a machine that may be busy

  it('give back what they have not finished when they stop', async () => {
    const workers = service.app.get(DistillationWorker);
    llm.answerBy(() => ({ content: 'NO_EXTRACTIONS', delayMs: 15_000 }));
    const { id } = await queue({ sessionId: 'stopped' });
    while (llm.requests.length < 1) await new Promise((resolve) => setTimeout(resolve, 20));
    await workers.stop();
    expect(await jobOf(id)).toMatchObject({ status: 'QUEUED', attempts: 0, error: null });
    llm.answerBy(() => ({ content: 'NO_EXTRACTIONS' }));
    workers.start();
    expect(await ended({ id })).toMatchObject({ status: 'DONE', attempts: 1 });
  });
});
