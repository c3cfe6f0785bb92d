import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../../src/config/config.js';
import { Embedders } from '../../src/search/embedding/embedders.js';
import { LocalEmbedder } from '../../src/search/embedding/local.embedder.js';
import { OpenAiEmbedder } from '../../src/search/embedding/openai.embedder.js';
import {
  type EmbeddingServer,
  reply,
  startEmbeddingServer,
  STUB_MODEL,
  stubVector,
} from '../support/embedding-server.js';

describe('the embedder of the OpenAI protocol', () => {
  let server: EmbeddingServer;
  beforeAll(async () => (server = await startEmbeddingServer()));
  afterEach(() => server.answerWith(undefined));
  afterAll(() => server.close());
  const embedder = (settings: { batchSize?: number; timeoutMs?: number; apiKey?: string } = {}) =>
    new OpenAiEmbedder({
      model: STUB_MODEL,
      baseUrl: server.url,
      apiKey: 'sk-very-secret',
      batchSize: 128,
      timeoutMs: 2_000,
      ...settings,
    });
  const failing = (status: number) => {
    let answered = 0;
    server.answerWith((_, response) => {
      answered++;
      reply(response, status, { error: { message: 'no, and your key is sk-very-secret' } });
      return true;
    });
    return () => answered;
  };

  it('gives one vector a text, in their order, over several requests', async () => {
    const texts = Array.from({ length: 25 }, (_, index) => `text number ${index}`);
    const requests = server.requests.length;
    const vectors = await embedder({ batchSize: 4 }).embed(texts);
    expect(server.requests.length - requests).toBe(7);
    expect(vectors).toEqual(texts.map((text) => stubVector(text)));
  });

  it('understands base64 as well as numbers', async () => {
    server.answerWith(({ input }, response) => {
      const data = input.map((text, index) => ({
        index,
        embedding: Buffer.from(stubVector(text).buffer).toString('base64'),
      }));
      reply(response, 200, { object: 'list', data: data.reverse() });
      return true;
    });
    expect(await embedder().embed(['one', 'two'])).toEqual([stubVector('one'), stubVector('two')]);
  });

  it('tries again when the server was busy for a moment', async () => {
    let failures = 2;
    server.answerWith((_, response) => {
      if (failures-- <= 0) return false;
      reply(response, 503, { error: { message: 'busy' } });
      return true;
    });
    expect(await embedder().embed(['one'])).toEqual([stubVector('one')]);
  });

  it('does not repeat what the server refuses, and does not tell the key', async () => {
    const answered = failing(400);
    const error: unknown = await embedder()
      .embed(['one'])
      .catch((error: unknown) => error);
    expect(error).toMatchObject({ name: 'EmbeddingError', refused: true, message: 'The embedder answered 400' });
    expect(answered()).toBe(1);
  });

  it('leaves a server alone for a while that failed often', async () => {
    const answered = failing(500);
    const broken = embedder();
    for (let call = 0; call < 6; call++) await expect(broken.embed(['one'])).rejects.toMatchObject({ refused: false });
    expect(answered()).toBe(5);
  });

  it('gives up on a server that does not answer', async () => {
    server.answerWith(() => true);
    const started = performance.now();
    await expect(embedder({ timeoutMs: 100 }).embed(['one'])).rejects.toMatchObject({ name: 'EmbeddingError' });
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('answers queries while a backlog goes through a server that embeds one text after another', async () => {
    // 20 ms a text, one at a time over all requests: 128 texts at once would keep a query waiting for 2.6 s.
    let turn = Promise.resolve();
    let embedded = 0;
    server.answerWith(async ({ input }) => {
      turn = turn.then(() => sleep(20 * input.length));
      await turn;
      embedded += input.length;
      return false;
    });
    const slow = embedder({ timeoutMs: 10_000 });
    const stop = new AbortController();
    const fill = async () => {
      while (!stop.signal.aborted) await slow.embed(Array.from({ length: 32 }, (_, index) => `text ${index}`));
    };
    const backlog = Promise.all([fill(), fill(), fill(), fill()]);
    for (let query = 0; query < 4; query++) {
      await sleep(200);
      const asked = performance.now();
      expect(await slow.embed([`query ${query}`], 'query')).toEqual([stubVector(`query ${query}`)]);
      expect(performance.now() - asked).toBeLessThan(2_000);
    }
    stop.abort();
    server.answerWith(undefined);
    await backlog;
    expect(embedded).toBeGreaterThan(20);
  });

  it('sends more texts at once to a server that is fast, and the breaker of the backlog stops no query', async () => {
    const fast = embedder({ batchSize: 32 });
    const sizes = () => server.requests.map(({ input }) => input.length);
    const before = sizes().length;
    await fast.embed(Array.from({ length: 200 }, (_, index) => `text ${index}`));
    expect(Math.max(...sizes().slice(before))).toBe(32);
    const answered = failing(500);
    for (let call = 0; call < 6; call++) await expect(fast.embed(['one'])).rejects.toMatchObject({ refused: false });
    expect(answered()).toBe(5);
    server.answerWith(undefined);
    expect(await fast.embed(['two'], 'query')).toEqual([stubVector('two')]);
  });

  it.each([
    ['too few', (vectors: number[][]) => vectors.slice(1)],
    ['of unequal length', ([first, ...rest]: number[][]) => [first!.slice(1), ...rest]],
  ])('refuses vectors that are %s', async (_, spoil) => {
    server.answerWith(({ input }, response) => {
      const vectors = spoil(input.map((text) => Array.from(stubVector(text))));
      reply(response, 200, { object: 'list', data: vectors.map((embedding, index) => ({ index, embedding })) });
      return true;
    });
    await expect(embedder().embed(['one', 'two'])).rejects.toMatchObject({ name: 'EmbeddingError', refused: false });
  });
});

describe('the local embedder', () => {
  const MODEL = 'all-MiniLM-L6-v2';
  const folder = process.env.LOCAL_MODEL_DIR ?? join('.data', 'models');
  const peer = (() => {
    try {
      return createRequire(import.meta.url).resolve('@huggingface/transformers');
    } catch {
      return undefined;
    }
  })();
  const missing = !peer
    ? 'the optional peer @huggingface/transformers is not installed'
    : existsSync(join(folder, MODEL, 'config.json'))
      ? undefined
      : `${join(folder, MODEL)} is absent (node scripts/fetch-local-model.mjs)`;

  it('embeds queries before the rest of a backlog, and goes on after a text that fails', async () => {
    const library = fileURLToPath(new URL('../support/scripted-transformers.cjs', import.meta.url));
    const embedder = new LocalEmbedder({ model: MODEL, modelDir: folder, library });
    try {
      const backlog = embedder.embed(Array.from({ length: 20 }, (_, index) => `text ${index}`));
      const other = embedder.embed(['text']);
      const queries = ['a', 'b', 'c'].map((query) => embedder.embed([query], 'query'));
      // The first text was in the thread already; the other caller's comes before the second.
      const places = async (vectors: Promise<Float32Array[]>) => (await vectors).map(([, place]) => place);
      expect(await Promise.all(queries.map(places))).toEqual([[2], [3], [4]]);
      expect(await places(other)).toEqual([5]);
      expect(await places(backlog)).toEqual([1, ...Array.from({ length: 19 }, (_, index) => 6 + index)]);
      await expect(embedder.embed(['unreadable', 'never asked'])).rejects.toMatchObject({ name: 'EmbeddingError' });
      expect(await places(embedder.embed(['again']))).toEqual([25]);
    } finally {
      await embedder.close();
    }
  });

  it('says which package it needs where that is missing', (context) => {
    context.skip(peer !== undefined, 'the peer is installed');
    const config = loadConfig({ EMBEDDER: 'local' });
    expect(() => new Embedders(config)).toThrow(ConfigError);
    expect(() => new Embedders(config)).toThrow(/npm install @huggingface\/transformers/);
  });

  it('finds texts near that mean the same', { timeout: 60_000 }, async (context) => {
    context.skip(missing !== undefined, missing);
    const embedder = new LocalEmbedder({ model: MODEL, modelDir: folder });
    try {
      const [file, open, weather] = await embedder.embed([
        'open a file',
        'load a document from disk',
        'it rains today',
      ]);
      const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, index) => sum + value * b[index]!, 0);
      expect(embedder.dimensions).toBe(384);
      expect(dot(file!, file!)).toBeCloseTo(1, 4);
      expect(dot(file!, open!)).toBeGreaterThan(0.4);
      expect(dot(file!, weather!)).toBeLessThan(0.2);
    } finally {
      await embedder.close();
    }
  });

  it('says that a model is not there, and takes the next text', { timeout: 60_000 }, async (context) => {
    context.skip(missing !== undefined, missing);
    const embedder = new LocalEmbedder({ model: '../no such model', modelDir: folder });
    await expect(embedder.embed(['one'])).rejects.toMatchObject({ name: 'EmbeddingError' });
    await expect(embedder.embed(['two'])).rejects.toMatchObject({ name: 'EmbeddingError' });
    await embedder.close();
  });
});
