import { afterEach, describe, expect, it } from 'vitest';
import { heartwood, HeartwoodError, type ServiceOptions } from '../../clients/typescript/src/index.js';
import { answering, type AnsweringServer, type Reply } from './answering.js';

let server: AnsweringServer | undefined;
afterEach(() => server?.close());

const start = async (...replies: Reply[]) => (server = await answering(...replies));
const MEMORY = { title: 'a', description: 'b', content: 'c', outcome: 'SUCCESS' } as const;
const RECORDED = { id: 'm1', duplicateOf: null, sameTitle: null, message: 'Recorded' };
const DONE = { body: { data: { recordMemory: RECORDED } } };
const failed = (code: string, status = 200, headers = {}): Reply => ({
  status,
  headers,
  body: { data: null, errors: [{ message: `It is ${code}`, extensions: { code } }] },
});
const failure = async (call: Promise<unknown>): Promise<HeartwoodError> => {
  const error = await call.catch((reason: unknown) => reason);
  if (error instanceof HeartwoodError) return error;
  throw new Error(`Expected a HeartwoodError, got ${String(error)}`);
};
const remember = async (replies: readonly Reply[], options: Partial<ServiceOptions> = {}) => {
  const { url, sent } = await start(...replies);
  const answer = heartwood({ url, ...options }).remember(MEMORY);
  return { answer, sent };
};

describe('what an answer used', () => {
  const knowledge = (ref: string) => ({ score: 1, knowledge: { ref, kind: 'ITEM', title: '', text: '', trust: 1 } });
  const hits = ['item:a', 'memory:b', 'piece:c'].map(knowledge);
  const given = {
    text: '',
    receiptId: 'r1',
    tokensUsed: 0,
    omitted: 0,
    nothingRelevant: false,
    hits,
    marks: ['ka1', 'ka2', 'ka3'],
  };

  it.each([
    ['I did as [ka2] says, then [ka1], and again [ka2].', ['item:a', 'memory:b']],
    ['See [ka1, ka3] and [ ka9 ].', ['item:a', 'piece:c']],
    ['As [k1], [ka0], [ka4], [KA1], ka1, [ka1x], [] and [a note on ka] say.', undefined],
    ['Nothing.', undefined],
  ])('is told by its marks: %s', async (answer, used) => {
    const { url, sent } = await start({ body: { data: { context: given } } });
    const { context } = heartwood({ url });
    expect((await context('x')).usedIn(answer)).toEqual(used);
    await context({ query: 'x', cite: false });
    const inputs = sent.map(({ body }) => (JSON.parse(body) as { variables: { input: object } }).variables.input);
    expect(inputs).toEqual([
      { query: 'x', cite: true },
      { query: 'x', cite: false },
    ]);
  });
});

describe('a call of the client in TypeScript', () => {
  it.each<[string, Reply]>([
    ['a broken connection', 'drop'],
    ['a database that is away', failed('DATABASE_UNAVAILABLE')],
    ['an unknown outcome', failed('OUTCOME_UNKNOWN', 503)],
    ['a request that took too long', failed('TIMED_OUT', 503)],
    ['a proxy that has no service', { status: 503, body: '<html>' }],
    ['a limit that names its end', failed('LIMIT_EXCEEDED', 429, { 'retry-after': '0' })],
  ])('is sent again with the same key after %s', async (_name, reply) => {
    const { answer, sent } = await remember([reply, reply, DONE]);
    expect(await answer).toEqual(RECORDED);
    expect(sent.length).toBe(3);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({
      variables: { input: { ...MEMORY, idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/) } },
    });
  });

  it.each<[string, Reply, string]>([
    ['what another request needs', failed('CONFLICT'), 'CONFLICT'],
    ['a database that only reads', failed('DATABASE_READ_ONLY', 503), 'DATABASE_READ_ONLY'],
    ['a limit without an end', failed('LIMIT_EXCEEDED', 429), 'LIMIT_EXCEEDED'],
    ['a page', { body: '<html>' }, 'NOT_THE_SERVICE'],
  ])('is not sent again after %s', async (_name, reply, code) => {
    const { answer, sent } = await remember([reply]);
    expect(await failure(answer)).toMatchObject({ code });
    expect(sent.length).toBe(1);
  });

  it('gives up after its attempts, or when the pause would outlast its time', async () => {
    const twice = await remember(['drop'], { attempts: 2 });
    expect(await failure(twice.answer)).toMatchObject({ code: 'UNREACHABLE', cause: expect.any(Error) });
    expect(twice.sent.length).toBe(2);
    await server?.close();
    const long = await remember([failed('LIMIT_EXCEEDED', 429, { 'retry-after': '3600' })]);
    expect(await failure(long.answer)).toMatchObject({ code: 'LIMIT_EXCEEDED' });
    expect(long.sent.length).toBe(1);
  });

  it('sends a retraction twice only where it can take nothing else back', async () => {
    const { url, sent } = await start('drop');
    const { retract } = heartwood({ url, attempts: 2 });
    await failure(retract({ ref: 'step:p1/0', reason: 'wrong' }));
    expect(sent.length).toBe(1);
    await failure(retract({ ref: 'step:p1/0', reason: 'wrong', revision: 1 }));
    await failure(retract({ ref: 'receipt:r1', reason: 'wrong' }));
    expect(sent.length).toBe(5);
  });

  it('ends when its time is over, or its caller aborts it, also with a fetch that listens to nothing', async () => {
    const { url } = await start('never');
    expect(await failure(heartwood({ url, timeoutMs: 1 }).context('x'))).toMatchObject({ code: 'TIMEOUT' });
    const deaf = heartwood({ url, fetch: () => new Promise(() => undefined) });
    const caller = new AbortController();
    const aborted = failure(deaf.context('x', { signal: caller.signal }));
    caller.abort();
    expect(await aborted).toMatchObject({ code: 'ABORTED' });
    const before = failure(deaf.context('x', { signal: AbortSignal.abort() }));
    expect(await before).toMatchObject({ code: 'ABORTED' });
  });

  it('says who asks, with the fetch that was given', async () => {
    const { url, sent } = await start(DONE);
    const caller = { apiKey: 'key', agent: 'cfd', team: 't', project: 'p', session: 's', namespace: 'n' };
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      asked.push(input as string);
      return globalThis.fetch(input, init);
    };
    await heartwood({ url, ...caller, fetch }).remember(MEMORY);
    expect(asked).toEqual([`${url}/graphql`]);
    expect(sent[0]?.headers).toMatchObject({
      authorization: 'Bearer key',
      'x-namespace': 'n',
      'x-agent': 'cfd',
      'x-team': 't',
      'x-project': 'p',
      'x-session': 's',
    });
  });
});
