import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../src/cli/program.js';
import { countTokens } from '../../src/common/tokens.js';
import { useTracer } from '../../src/common/tracing.js';
import { loadConfig } from '../../src/config/config.js';
import { DistillationRepository } from '../../src/sessions/distillation.repository.js';
import { DistillationWorker } from '../../src/sessions/distillation.worker.js';
import { createLogger } from '../../src/server/logging.js';
import { OtlpTracer } from '../../src/server/otlp-tracer.js';
import { ServiceProcess } from '../faults/process.js';
import { throwAwayNeo4j, type ThrowAwayNeo4j } from '../setup/throw-away-neo4j.js';
import { testConfig } from '../support/graph.js';
import { type ScriptedReply } from '../support/openai-server.js';
import { OtlpCollector } from '../support/otlp-collector.js';
import {
  WORKING,
  FIELDS,
  type Job,
  llm,
  service,
  namespace,
  startWorkers,
  ask,
  queue,
  jobOf,
  ended,
  section,
} from './distilling.js';

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

describe('a session', () => {
  it('has a span for the job, the call of the LLM and each statement, and none has words of the session', async () => {
    const collector = await OtlpCollector.start();
    const settings = loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
    const tracer = new OtlpTracer(settings, createLogger(testConfig()));
    const worker = service.app.get(DistillationWorker);
    useTracer(tracer);
    try {
      llm.reply({ content: section(1, 'Platypuses bite') });
      await ended(await queue({ sessionId: 'traced', trace: 'A platypus bit.' }));
      await worker.stop(); // once its jobs have ended
    } finally {
      useTracer(undefined);
      await tracer.close();
      worker.start();
      collector.close();
    }
    const job = collector.spans.find(({ name }) => name === 'distillation');
    expect(job).toMatchObject({
      kind: 1,
      attributes: { 'heartwood.job.attempt': 1, 'heartwood.job.outcome': 'done' },
    });
    expect(job).not.toHaveProperty('parentSpanId');
    const inside = collector.spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId);
    const call = inside.find(({ name }) => name === 'chat distillation');
    expect(call).toMatchObject({ kind: 3, attributes: { 'gen_ai.request.model': 'scripted-model' } });
    expect(inside.map(({ name }) => name)).toEqual(expect.arrayContaining(['memories/keep-reply', 'memories/end-job']));
    expect(collector.bodies.join()).not.toMatch(/platypus/i);
  });

  it('tries failed jobs again by code, session and time, over GraphQL, command line and MCP', async () => {
    const headers = { 'x-project': 'retries' };
    const of = (reply: ScriptedReply) => Array.from({ length: 3 }, () => reply);
    const jobs: Job[] = [];
    for (const reply of [{ refusal: 'no' }, { status: 400 }, { content: 'x', finishReason: 'length' }] as const) {
      llm.reply(...of(reply));
      const { id } = await queue({ sessionId: `retried-${jobs.length}` }, headers);
      await expect.poll(async () => (await jobOf(id, headers)).status, { timeout: 10_000 }).toBe('FAILED');
      jobs.push(await jobOf(id, headers));
    }
    expect(jobs.map(({ errorCode }) => errorCode)).toEqual(['LLM_REFUSED', 'LLM_UNAVAILABLE', 'LLM_CUT_OFF']);
    llm.answerBy(() => ({ content: 'NO_EXTRACTIONS' }));
    const RETRY = 'mutation ($filter: DistillationRetryFilter) { retryDistillations(filter: $filter) { retried } }';
    const retry = async (filter: object, caller: object = headers) =>
      (await ask<{ retryDistillations: { retried: number } }>(RETRY, { filter }, caller as never)).retryDistillations
        .retried;
    expect(await retry({}, { 'x-project': 'another' })).toBe(0);
    expect(await retry({ queuedUntil: '2020-01-01T00:00:00Z' })).toBe(0);
    expect(await retry({ errorCodes: ['LLM_REFUSED'], sessionIds: ['retried-1'] })).toBe(0);
    expect(await retry({ errorCodes: ['LLM_REFUSED'] })).toBe(1);
    const notes: string[] = [];
    const output = { isTerminal: false, write: () => undefined, note: (line: string) => notes.push(line) };
    const args = ['sessions', 'retry', '--session', 'retried-1', '--namespace', namespace, '--project', 'retries'];
    expect(await runCommand(args, { HEARTWOOD_URL: service.url }, output)).toBe(0);
    expect(notes).toEqual(['1 session is on the queue again']);
    expect(await retry({})).toBe(1);
    const states = async () => Promise.all(jobs.map(async ({ id }) => (await jobOf(id, headers)).status));
    await expect.poll(states, { timeout: 10_000 }).toEqual(Array(3).fill('DONE'));
  });

  it('reads files of any length over the command line, and goes on where one has grown', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'heartwood-distill-'));
    const headers = { 'x-project': 'files' };
    const lineOf = (n: number) =>
      JSON.stringify({
        type: n % 2 ? 'user' : 'assistant',
        sessionId: 'long-session',
        message: { role: n % 2 ? 'user' : 'assistant', content: `${n} ${'words of some length '.repeat(30)}` },
      });
    const file = join(folder, 'transcript.jsonl');
    writeFileSync(file, `${Array.from({ length: 400 }, (_, n) => lineOf(n + 1)).join('\n')}\n{"broken\n`);
    const notes: string[] = [];
    const output = { isTerminal: false, write: () => undefined, note: (line: string) => notes.push(line) };
    const run = (...args: string[]) =>
      runCommand(
        ['distill', ...args, '--namespace', namespace, '--project', 'files'],
        { HEARTWOOD_URL: service.url },
        output,
      );
    llm.reply({ content: section(1, 'From a long file') }, { content: 'NO_EXTRACTIONS' });
    const mcp = fileURLToPath(new URL('../data/transcripts/mcp.log', import.meta.url));
    expect([await run(file), notes]).toEqual([2, [expect.anything()]]);
    expect(notes[0]).toMatch(/: session long-session, turns 1-400: job_\w+ is QUEUED; 1 line skipped$/);
    const id = /job_\w+/.exec(notes[0] ?? '')?.[0] ?? '';
    expect((await ended({ id }, headers)).memories).toHaveLength(1);
    expect(countTokens(llm.requests[0]?.messages[1]?.content ?? '')).toBeGreaterThan(0.9 * (32_000 - 4_000));
    writeFileSync(file, `${Array.from({ length: 402 }, (_, n) => lineOf(n + 1)).join('\n')}\n`);
    expect(await run(file, '--outcome', 'failure')).toBe(0);
    expect(notes[1]).toMatch(/session long-session, part 2, turns 401-402: /);
    await ended({ id: /job_\w+/.exec(notes[1] ?? '')?.[0] ?? '' }, headers);
    // The service reads each file and reports its problem; the other files are still processed.
    writeFileSync(join(folder, 'empty.txt'), ' \n');
    llm.reply({ content: 'NO_EXTRACTIONS' });
    expect(await run(join(folder, 'empty.txt'), mcp, '--outcome', 'success')).toBe(2);
    expect(notes.slice(2)).toEqual([
      expect.stringContaining('trace holds no turn'),
      expect.stringMatching(/mcp.log: session mcp, turns 1-7: .* 1 line skipped$/),
    ]);
    expect(await run(join(folder, 'empty.txt'))).toBe(1);
    expect(await run(join(folder, 'none.txt'))).toBe(1);
    expect(await run(mcp, '--outcome', 'perhaps')).toBe(1);
    expect(notes.at(-1)).toContain('BAD_USER_INPUT');
    const type = { 'content-type': 'application/octet-stream', 'x-namespace': namespace };
    const elsewhere = await fetch(`${service.url}/context`, { method: 'POST', headers: type, body: '{}' });
    expect(elsewhere.status).toBe(415);
    const url = `${service.url}/sessions/s/trace?outcome=success`;
    const json = { ...type, 'content-type': 'application/json' };
    const asJson = await fetch(url, { method: 'POST', headers: json, body: '[]' });
    expect(asJson.status).toBe(400);
    rmSync(folder, { recursive: true });
  });
});

// This comes last, since the workers of the service stop for it.
describe('any number of workers', () => {
  const processes: ServiceProcess[] = [];
  afterAll(async () => {
    for (const one of processes) await one.kill();
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
    const other = new ServiceProcess(
      { ...database.connection, ...llm.environment, LLM_TIMEOUT_MS: WORKING.LLM_TIMEOUT_MS },
      {
        DISTILLATION_POLL_MS: 100,
        DISTILLATION_BACKOFF_MS: 50,
        DISTILLATION_BACKOFF_MAX_MS: 400,
        DISTILLATION_RETRY_AFTER_MAX_MS: 400,
        DISTILLATION_BLOCKED_MS: 300,
        DISTILLATION_LEASE_MS: 2_000,
        DISTILLATION_MAX_ATTEMPTS: 20,
        LLM_PAUSE_MS: 100,
      },
    );
    processes.push(other);
    await other.start();
    // The service of this file is a day behind (distilling.ts), and leases end by the clock.
    other.setClock(-86_400_000);
    const queued = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        queue({ sessionId: `crash-${index}`, trace: `trace of session-${index}` }),
      ),
    );
    while (llm.requests.length < 10) await new Promise((resolve) => setTimeout(resolve, 20));
    await other.kill();
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
