import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { featureModules } from '../../src/app.module.js';
import { BackgroundLoop } from '../../src/common/background-loop.js';
import { currentTracer, inSpan, startSpan, useTracer } from '../../src/common/tracing.js';
import { loadConfig } from '../../src/config/config.js';
import { OtlpTracer } from '../../src/server/otlp-tracer.js';
import { OtlpCollector } from '../support/otlp-collector.js';
import { startTestService, type TestService } from './support.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER_SPAN = 'b7ad6b7169203331';
const SECRET = 'xylophone-in-the-cellar';

let collector: OtlpCollector;
let service: TestService;

beforeAll(async () => {
  collector = await OtlpCollector.start();
  service = await startTestService(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a%20team',
      LOG_LEVEL: 'info',
    },
    { features: featureModules() },
  );
  const { namespace, url } = service;
  const { errors } = await service.graphql(
    'query($query: String!) { search(query: $query) { hits { score } } }',
    { query: SECRET },
    { traceparent: `00-${TRACE}-${CALLER_SPAN}-01` },
  );
  expect(errors).toEqual([]);
  await service.graphql('{ items { edges { node { id } } } }', {}, { traceparent: 'no trace at all' });
  await fetch(`${url}/context?query=${SECRET}`, { headers: { 'x-namespace': namespace } });
  await fetch(`${url}/health/live`);
  // Spans are exported every five seconds, and the rest when the service closes.
  await service.close();
});
afterAll(() => collector.close());

it('continues the trace of a request, with a span for each statement inside', () => {
  const mine = collector.spans.filter(({ traceId }) => traceId === TRACE);
  const request = mine.find(({ parentSpanId }) => parentSpanId === CALLER_SPAN);
  expect(request).toMatchObject({ name: 'POST /graphql', kind: 2, status: { code: 0 } });
  expect(request?.attributes).toMatchObject({ 'http.route': '/graphql', 'http.response.status_code': 200 });
  const statement = mine.find(({ name }) => name === 'search/candidates-by-words');
  expect(statement).toMatchObject({ kind: 3, parentSpanId: request?.spanId, status: { code: 0 } });
  expect(statement?.attributes).toEqual({
    'db.system.name': 'neo4j',
    'db.namespace': 'neo4j',
    'db.operation.name': 'search/candidates-by-words',
    'heartwood.statement.mode': 'read',
    'db.response.returned_rows': 1,
  });
});

it('begins a trace where the request names none, or a wrong one', () => {
  const requests = collector.spans.filter(({ kind }) => kind === 2);
  expect(requests.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
    ['POST /graphql', CALLER_SPAN],
    ['POST /graphql', undefined],
    ['GET /context', undefined],
  ]);
  expect(new Set(requests.map(({ traceId }) => traceId)).size).toBe(3);
});

it('sends nothing that a caller wrote, and the headers that the collector wants', () => {
  expect(collector.bodies.length).toBeGreaterThan(0);
  for (const body of collector.bodies) {
    expect(body).not.toContain('xylophone');
    expect(body).not.toContain('CYPHER');
  }
  expect(collector.headers.every((headers) => headers['x-tenant'] === 'a team')).toBe(true);
});

it('is off after the service has ended, and off by default', async () => {
  expect(currentTracer()).toBeUndefined();
  const quiet = await startTestService();
  expect(currentTracer()).toBeUndefined();
  await quiet.close();
});

it('says that the collector is away, and ends all the same', async () => {
  const away = await OtlpCollector.start();
  const { endpoint } = away;
  away.close();
  const traced = await startTestService({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    LOG_LEVEL: 'warn',
  });
  await traced.graphql('{ version }');
  await traced.close();
  expect(traced.log()).toMatch(/Traces: the last spans were not sent: /);
});

describe('a background job', () => {
  /** The names of the spans that are sent of a job. */
  async function spansOf(look: () => Promise<void>): Promise<string[]> {
    const own = await OtlpCollector.start();
    const tracer = new OtlpTracer(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: own.endpoint }), pino({ level: 'silent' }));
    useTracer(tracer);
    let runs = 0;
    const loop = new BackgroundLoop(new Logger('traces', { timestamp: false }), {
      name: 'looking',
      everyMs: Infinity,
      look: () => look().finally(() => runs++),
      passes: () => true,
    });
    loop.wakeIn(0);
    await expect.poll(() => runs).toBe(1);
    await loop.stop();
    await tracer.close();
    useTracer(undefined);
    own.close();
    return own.spans.map(({ name }) => name).sort();
  }
  const read = (name: string, error?: Error) => startSpan({ name, kind: 'client', isRead: true })?.end(error);
  const inSame = (name: string) => inSpan({ name, kind: 'client' }, () => sleep(1));

  it.each<[string, () => Promise<void>, string[]]>([
    ['that does nothing is not sent', () => Promise.resolve(), []],
    ['that only reads is not sent', async () => [1, 2].forEach(() => read('a')), []],
    [
      'that reads and writes is sent whole',
      async () => {
        read('a');
        await inSame('b');
        read('c');
      },
      ['a', 'b', 'c', 'looking'],
    ],
    ['with a read that failed is sent', async () => read('a', new Error('no')), ['a', 'looking']],
    [
      'that fails is sent',
      async () => {
        read('a');
        await sleep(1);
        throw new Error('no');
      },
      ['a', 'looking'],
    ],
  ])('%s', async (_name, look, expected) => {
    expect(await spansOf(look)).toEqual(expected);
  });

  it('keeps the times at which its reads ended', async () => {
    const own = await OtlpCollector.start();
    const tracer = new OtlpTracer(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: own.endpoint }), pino({ level: 'silent' }));
    useTracer(tracer);
    await inSpan({ name: 'looking', kind: 'internal', root: { dropIdle: true } }, async () => {
      read('early');
      await sleep(200);
      await inSame('late');
    });
    await tracer.close();
    useTracer(undefined);
    own.close();
    const times = (name: string) => {
      const span = own.spans.find((each) => each.name === name);
      return { begin: Number(span?.startTimeUnixNano) / 1e6, end: Number(span?.endTimeUnixNano) / 1e6 };
    };
    expect(times('early').end - times('early').begin).toBeLessThan(100);
    expect(times('late').begin - times('early').end).toBeGreaterThan(150);
  });
});
