import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { configOf } from '../support/graph.js';
import { z } from 'zod';
import {
  type DomainError,
  LlmCutOffError,
  LlmInvalidReplyError,
  LlmUnavailableError,
} from '../../src/common/errors.js';
import { metrics } from '../../src/common/metrics.js';
import { Workers } from '../../src/common/workers/workers.js';
import { OpenAiClient } from '../../src/llm/openai-client.js';
import { OpenAiServer, type ScriptedReply } from '../support/openai-server.js';

const QUESTION = {
  system: 'You count.',
  user: 'How many?',
  schema: z.object({ count: z.number().int() }),
  schemaName: 'counting',
};

const workers = new Workers();
afterAll(() => workers.onApplicationShutdown());

describe('the LLM client', () => {
  let server: OpenAiServer;
  let client: OpenAiClient;
  const clientWith = (settings: Record<string, string> = {}) =>
    new OpenAiClient(configOf({ ...server.environment, LLM_TIMEOUT_MS: '5000', ...settings }), workers);
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error as Error,
    );

  beforeAll(async () => {
    server = await OpenAiServer.start();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.reset();
    client = clientWith();
  });

  it('sends both prompts with the schema, and gives the value back', async () => {
    server.reply({ content: { count: 3 } });
    expect(await client.complete(QUESTION)).toEqual({ value: { count: 3 }, reply: '{"count":3}', attempts: 1 });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      model: 'scripted-model',
      messages: [
        { role: 'system', content: 'You count.' },
        { role: 'user', content: 'How many?' },
      ],
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'counting', strict: true, schema: { required: ['count'], additionalProperties: false } },
      },
    });
    expect(server.requests[0]).not.toHaveProperty('temperature');
    expect(server.authorizations).toEqual(['Bearer test-key-0123456789']);
  });

  it('tells the model what was wrong with a reply, until one fits', async () => {
    server.reply({ content: '{"count":' }, { content: { count: 'many' } }, { content: '```json\n{"count":4}\n```' });
    expect(await client.complete(QUESTION)).toMatchObject({ value: { count: 4 }, attempts: 3 });
    const [, , , firstEcho, , secondEcho] = [undefined, ...(server.requests[2]?.messages ?? [])];
    expect(firstEcho).toEqual({ role: 'assistant', content: '{"count":' });
    expect(secondEcho).toEqual({ role: 'assistant', content: '{"count":"many"}' });
    expect(server.requests[1]?.messages[3]?.content).toContain('not valid JSON');
    expect(server.requests[2]?.messages[5]?.content).toContain('count: ');
  });

  it('gives up after the last attempt and says what was wrong with it', async () => {
    server.reply({ content: 'no' }, { content: 'no' }, { content: { count: 1.5 } });
    const error = await failure(client.complete(QUESTION));
    expect(error).toBeInstanceOf(LlmInvalidReplyError);
    expect(error?.message).toMatch(/in 3 attempts: the reply does not fit the schema: count: /);
    expect(server.requests).toHaveLength(3);
  });

  it('asks as often as the request allows', async () => {
    server.reply({ content: 'no' });
    expect((await failure(client.complete({ ...QUESTION, maxAttempts: 1 })))?.message).toContain('in 1 attempt: ');
    expect(server.requests).toHaveLength(1);
  });

  it('asks again when a reply was cut off, even where what is there parses', async () => {
    server.reply({ content: { count: 1 }, finishReason: 'length' }, { content: { count: 2 } });
    expect(await client.complete(QUESTION)).toMatchObject({ value: { count: 2 }, attempts: 2 });
  });

  it('survives a broken connection, a 503 and a rate limit without spending an attempt', async () => {
    server.reply({ hangUp: true }, { status: 503 }, { status: 429, retryAfter: 0 }, { content: { count: 5 } });
    expect(await client.complete(QUESTION)).toMatchObject({ value: { count: 5 }, attempts: 1 });
    expect(server.requests).toHaveLength(4);
    expect(new Set(server.requests.map(({ messages }) => messages.length))).toEqual(new Set([2]));
  });

  it('does not wait for a quota that comes back in an hour', async () => {
    server.reply({ status: 429, retryAfter: 3600 });
    const error = await failure(client.complete(QUESTION));
    expect(error).toBeInstanceOf(LlmUnavailableError);
    expect(error?.message).toContain('rate limit or quota (429)');
    expect(server.requests).toHaveLength(1);
  });

  it('gives up at LLM_TIMEOUT_MS', async () => {
    server.reply({ content: { count: 1 }, delayMs: 3_000 });
    const error = await failure(clientWith({ LLM_TIMEOUT_MS: '200' }).complete(QUESTION));
    expect(error).toBeInstanceOf(LlmUnavailableError);
    expect(error?.message).toBe('The LLM did not answer within 200 ms');
  });

  const TEXT = { name: 'text', system: 'You write.', user: 'Write.' };

  it.each<[ScriptedReply, string, string]>([
    [{ refusal: 'I cannot help with that.' }, 'LLM_REFUSED', 'The LLM refused to answer: I cannot help with that.'],
    [{ content: { count: 1 }, finishReason: 'content_filter' }, 'LLM_FILTERED', 'content filter of the LLM server'],
    [{ status: 400, code: 'content_filter' }, 'LLM_FILTERED', 'content filter of the LLM server refused the request'],
    [{ status: 404 }, 'LLM_UNAVAILABLE', 'does not know the model "scripted-model"'],
    [{ status: 400, message: 'no response_format' }, 'LLM_UNAVAILABLE', 'no response_format'],
    [{ body: '{"error":{"code":401,"message":"test-key-0123456789"}}' }, 'LLM_UNAVAILABLE', 'refused the login (401)'],
  ])('gives up at once at %j', async (reply, code, message) => {
    server.reply(reply, reply);
    for (const asked of [client.complete(QUESTION), client.completeText(TEXT)]) {
      const error = await failure(asked);
      expect((error as DomainError).code).toBe(code);
      expect(error?.message).toContain(message);
    }
    expect(server.requests).toHaveLength(2);
  });

  it('gives no text that was cut off, and none that is empty', async () => {
    server.reply({ content: 'The first half of', finishReason: 'length' }, { content: ' \n' });
    const cut = await failure(client.completeText(TEXT));
    expect(cut).toBeInstanceOf(LlmCutOffError);
    expect(cut?.message).toBe('The LLM gave no usable answer: the reply was cut off at the longest length allowed');
    expect(await failure(client.completeText(TEXT))).toBeInstanceOf(LlmInvalidReplyError);
    const half = { content: { count: 1 }, finishReason: 'max_tokens' };
    server.reply(half, half, half);
    expect(await failure(client.complete(QUESTION))).toBeInstanceOf(LlmCutOffError);
  });

  const PAGE = { body: '<!DOCTYPE html><title>502</title>', contentType: 'text/html' };
  it.each<[string, ScriptedReply]>([
    ['a web page', PAGE],
    ['a web page that calls itself JSON', { body: PAGE.body }],
    ['an error in a 200', { body: '{"error":{"code":503,"message":"no instances"}}' }],
  ])('asks again where %s is answered, without spending an attempt', async (_, reply) => {
    server.reply(reply, { content: { count: 5 } });
    expect(await client.complete(QUESTION)).toMatchObject({ value: { count: 5 }, attempts: 1 });
  });

  it('takes broken JSON for an invalid reply, which costs an attempt', async () => {
    const broken = { body: '{"choices":[{"message":{"content":"{\\"count\\":' };
    server.reply(broken, { content: { count: 5 } });
    expect(await client.complete(QUESTION)).toMatchObject({ value: { count: 5 }, attempts: 2 });
    expect(server.requests[1]?.messages).toHaveLength(2);
    server.reply(broken);
    expect(await failure(client.completeText(TEXT))).toBeInstanceOf(LlmInvalidReplyError);
    server.reply(broken, broken, broken);
    expect((await failure(client.complete(QUESTION)))?.message).toContain('the answer of the server is not valid JSON');
  });

  it('blames a call that times out only where the server answered others meanwhile', async () => {
    const short = clientWith({ LLM_TIMEOUT_MS: '400' });
    const slow = { content: 'late', delayMs: 2_000 };
    server.reply(slow);
    expect(await failure(short.completeText(TEXT))).toMatchObject({ code: 'LLM_UNAVAILABLE', away: true });
    server.reply(slow, { content: 'at once' });
    const timedOut = failure(short.completeText(TEXT));
    while (server.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await short.completeText(TEXT)).toBe('at once');
    expect(await timedOut).toMatchObject({ code: 'LLM_UNAVAILABLE', away: false });
  });

  it.each([503, 529])(
    'does not wait within a call for a server that answers %d and comes back in an hour',
    async (status) => {
      server.reply({ status, retryAfter: 3600 });
      const error = await failure(clientWith({ LLM_TIMEOUT_MS: '1500' }).completeText(TEXT));
      expect(error).toMatchObject({ code: 'LLM_UNAVAILABLE', away: true, retryAfterMs: 3_600_000 });
      expect(error?.message).toBe(`The LLM server failed (${status})`);
      expect(server.requests).toHaveLength(1);
    },
  );

  it.each<ScriptedReply>([{ status: 429, retryAfter: 15 }, { status: 503, retryAfter: 15 }, { status: 500 }])(
    'blames the server, not the request, for a call whose time ends while it waits to repeat %j',
    async (reply) => {
      const short = clientWith({ LLM_TIMEOUT_MS: '700' });
      server.answerBy(({ messages }) => (messages[1]?.content === 'Write.' ? reply : { content: 'at once' }));
      const waiting = failure(short.completeText(TEXT));
      while (server.requests.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
      // The server answers another call meanwhile, which would make a plain timeout the fault of the request.
      expect(await short.completeText({ ...TEXT, user: 'Another.' })).toBe('at once');
      const error = await waiting;
      server.answerBy(undefined);
      expect(error).toMatchObject({ code: 'LLM_UNAVAILABLE', away: true });
      if ('retryAfter' in reply) expect(error).toMatchObject({ retryAfterMs: 15_000 });
      expect(error?.message).not.toContain('did not answer');
    },
  );

  it.each<[number, boolean]>([
    [400, false],
    [422, false],
    [401, true],
    [404, true],
    [429, true],
  ])('says of status %d whether the same may succeed later: %j', async (status, away) => {
    server.reply({ status, retryAfter: 3600 });
    expect(await failure(client.completeText(TEXT))).toMatchObject({ away, retryAfterMs: 3_600_000 });
  });

  it('says in its status what the server refuses, until it takes a request', async () => {
    server.reply({ status: 403 }, { content: 'at last' });
    expect(await failure(client.completeText(TEXT))).toMatchObject({ away: true, blocked: true });
    expect((await client.status()).problem).toContain('refused the login (403)');
    await client.completeText(TEXT);
    expect((await client.status()).problem).toBeNull();
  });

  it('reads Retry-After as a date, too', async () => {
    server.reply({ status: 429, retryAfter: new Date(Date.now() + 600_000).toUTCString() });
    const { retryAfterMs = 0 } = (await failure(client.completeText(TEXT))) as LlmUnavailableError;
    expect(retryAfterMs).toBeGreaterThan(590_000);
    expect(retryAfterMs).toBeLessThanOrEqual(600_000);
  });

  it('never repeats the key, which servers quote when they refuse it', async () => {
    server.reply({ status: 401, message: 'Incorrect API key provided: test-key-0123456789' });
    const error = await failure(client.complete(QUESTION));
    expect(error?.message).toBe('The LLM server refused the login (401); see OPENAI_API_KEY');
  });

  it('leaves a server alone that failed five times in a row', async () => {
    server.reply(...Array.from({ length: 20 }, () => ({ status: 503 })));
    const short = clientWith({ LLM_TIMEOUT_MS: '150' });
    for (let i = 0; i < 5; i++) await failure(short.complete(QUESTION));
    const sent = server.requests.length;
    const error = await failure(short.complete(QUESTION));
    expect(error).toBeInstanceOf(LlmUnavailableError);
    expect(error?.message).toContain('left alone for 10 s');
    expect(server.requests).toHaveLength(sent);
  });

  it.each([
    [{}, 'set LLM_MODEL, and OPENAI_API_KEY or OPENAI_BASE_URL'],
    [{ LLM_MODEL: 'm' }, 'neither OPENAI_API_KEY nor OPENAI_BASE_URL'],
  ])('says which keys to set with %j', async (environment, message) => {
    const none = new OpenAiClient(configOf(environment), workers);
    const error = await failure(none.complete(QUESTION));
    expect(error).toBeInstanceOf(LlmUnavailableError);
    expect(error?.message).toContain(message);
    expect(await none.status()).toEqual({ configured: false, model: null, reachable: null, problem: null });
  });

  it('tells whether the server is there', async () => {
    expect(await client.status()).toEqual({
      configured: true,
      model: 'scripted-model',
      reachable: true,
      problem: null,
    });
    server.models = PAGE;
    expect(await clientWith().status()).toMatchObject({ reachable: false });
    const away = clientWith({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' });
    expect(await away.status()).toEqual({ configured: true, model: 'scripted-model', reachable: false, problem: null });
  });

  // These wait most of the time, so they wait together, each with a server of its own.
  describe.concurrent('of a server of its own', () => {
    const own = async () => {
      const server = await OpenAiServer.start();
      servers.push(server);
      return { server, client: new OpenAiClient(configOf({ ...server.environment, LLM_TIMEOUT_MS: '5000' }), workers) };
    };
    const servers: OpenAiServer[] = [];
    afterAll(() => Promise.all(servers.map((server) => server.close())));

    it('waits as long as a rate limit says', async () => {
      const { server, client } = await own();
      server.reply({ status: 429, retryAfter: 1 }, { content: { count: 5 } });
      const start = Date.now();
      await client.complete(QUESTION);
      expect(Date.now() - start).toBeGreaterThanOrEqual(950);
    });

    it('takes a server that does not speak the protocol for one that is away', async () => {
      const { server, client } = await own();
      server.reply(
        PAGE,
        { body: '' },
        { body: 'data: {"choices":[]}\n\ndata: [DONE]\n', contentType: 'text/event-stream' },
        { body: '{"choices":"Hello"}' },
      );
      const error = await failure(client.completeText(TEXT));
      expect(error).toMatchObject({ code: 'LLM_UNAVAILABLE', away: true });
      expect(error?.message).toBe(
        'The LLM server failed: it answered with JSON that is no chat completion, which is not the OpenAI protocol; see OPENAI_BASE_URL',
      );
      expect(server.requests).toHaveLength(4);
    });

    it('says that a server is not there', async () => {
      const error = await failure(clientWith({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }).complete(QUESTION));
      expect(error).toBeInstanceOf(LlmUnavailableError);
      expect(error?.message).toContain('cannot be reached; see OPENAI_BASE_URL');
    });
  });

  it('counts questions, replies and tokens', async () => {
    server.reply({ content: 'no' }, { content: { count: 1 } });
    await clientWith({ LLM_PRICE_INPUT: '2', LLM_PRICE_OUTPUT: '10' }).complete({
      ...QUESTION,
      schemaName: 'measured',
    });
    const text = await metrics.metrics();
    expect(text).toContain('heartwood_llm_calls_total{schema="measured",outcome="answered"} 1');
    expect(text).toContain('heartwood_llm_replies_total{schema="measured",fits="false"} 1');
    expect(text).toContain('heartwood_llm_replies_total{schema="measured",fits="true"} 1');
    // There were two replies, each with 100 input tokens and 20 output tokens.
    expect(text).toContain('heartwood_llm_tokens_total{schema="measured",direction="out"} 40');
    expect(text).toContain('heartwood_llm_cost_total{schema="measured"} 0.0008');
  });
});
