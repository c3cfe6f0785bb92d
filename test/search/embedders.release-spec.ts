import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { configOf } from '../support/graph.js';
import { Embedders } from '../../src/embedding/embedders.js';
import { LocalEmbedder } from '../../src/embedding/local.embedder.js';
import { LocalRuntime } from '../../src/embedding/local-runtime.js';
import { ModelFiles } from '../../src/embedding/model-files.js';
import { DEFAULT_LOCAL_MODEL, type EmbeddingModelFacts, factsOf } from '../../src/embedding/models.js';
import { OpenAiEmbedder } from '../../src/embedding/openai.embedder.js';
import {
  type EmbeddingServer,
  reply,
  startEmbeddingServer,
  STUB_MODEL,
  stubVector,
} from '../support/embedding-server.js';
import { localModel, RuntimeAt, SCRIPTED, SCRIPTED_FOLDER } from '../support/local-model.js';

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
    const known = embedder();
    await known.embed(['zero']);
    const answered = failing(400);
    const error: unknown = await known.embed(['one']).catch((error: unknown) => error);
    expect(error).toMatchObject({ name: 'EmbeddingError', refused: true, message: 'The embedder answered 400' });
    expect(answered()).toBe(1);
  });

  it('asks a server that does not know base64 for numbers', async () => {
    const formats: (string | undefined)[] = [];
    server.answerWith(({ encodingFormat }, response) => {
      formats.push(encodingFormat);
      if (encodingFormat !== 'base64') return false;
      reply(response, 422, { error: { message: 'encoding_format' } });
      return true;
    });
    const own = embedder();
    for (const text of ['one', 'two']) expect(await own.embed([text])).toEqual([stubVector(text)]);
    expect(formats).toEqual(['base64', 'float', 'float']);
    // Where both formats are refused, the text is.
    failing(422);
    await expect(embedder().embed(['three'])).rejects.toMatchObject({ refused: true });
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
    // Each text takes 20 ms, one at a time over all requests. A request with 128 texts would delay a query by 2.6 s.
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
    for (let query = 0; query < 2; query++) {
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
  /**
   * Decodes the output of the scripted runtime: the mean of the text's tokens, and the number of texts that its thread
   * had embedded then.
   */
  const read = ([mean = 0, one = 1, place = 0]: Float32Array) => ({ mean: mean / one, place: Math.round(place / one) });
  const places = async (vectors: Promise<Float32Array[]>) => (await vectors).map((vector) => read(vector).place);
  const scripted = (model: string, facts: Partial<EmbeddingModelFacts> = {}) =>
    new LocalEmbedder({ model, facts: { ...factsOf(model), ...facts }, folder: SCRIPTED_FOLDER, runtime: SCRIPTED });

  it('embeds queries beside a backlog, whose callers take turns, and goes on after a text that fails', async () => {
    const embedder = scripted(DEFAULT_LOCAL_MODEL);
    try {
      const backlog = embedder.embed(Array.from({ length: 20 }, (_, index) => `text ${index}`));
      const other = embedder.embed(['text']);
      const queries = ['a', 'b', 'c'].map((query) => embedder.embed([query], 'query'));
      const given = new AbortController();
      const tooLate = embedder.embed(['d'], 'query', given.signal);
      given.abort();
      // Their thread has embedded no other texts.
      expect(await Promise.all(queries.map(places))).toEqual([[1], [2], [3]]);
      await expect(tooLate).rejects.toMatchObject({ name: 'EmbeddingBusyError' });
      // The first text was in the thread already; the text of the other caller comes before the second one.
      expect(await places(other)).toEqual([2]);
      expect(await places(backlog)).toEqual([1, ...Array.from({ length: 19 }, (_, index) => 3 + index)]);
      await expect(embedder.embed(['unreadable', 'never asked'])).rejects.toMatchObject({ name: 'EmbeddingError' });
      expect(await places(embedder.embed(['again']))).toEqual([22]);
    } finally {
      await embedder.close();
    }
  });

  it("keeps to a model's pooling, prefixes and longest input", async () => {
    const cls = scripted(DEFAULT_LOCAL_MODEL);
    const mean = scripted('multilingual-e5-small', { longestInput: 9 });
    try {
      const [first] = await cls.embed(['az']);
      // a is 97 and z is 122; only the first token counts.
      expect(read(first!).mean).toBeCloseTo(97, 3);
      expect(first!.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 6);
      // "query: az": q, u, e, r, y, colon, blank, a, z are 113, 117, 101, 114, 121, 58, 32, 97, 122: 875 / 9.
      const [query] = await mean.embed(['az'], 'query');
      expect(read(query!).mean).toBeCloseTo(875 / 9, 3);
      // "passage: az" is two tokens too long. Its first eight and its last are kept: p, a, s, s, a, g, e, colon, z: 920
      // / 9.
      const [passage] = await mean.embed(['az']);
      expect(read(passage!).mean).toBeCloseTo(920 / 9, 3);
    } finally {
      await cls.close();
      await mean.close();
    }
  });

  it('says which package is missing or does not run, and does not take the process along', async () => {
    const missing = new Embedders(configOf({ EMBEDDER: 'local' }), new RuntimeAt({ ...SCRIPTED, onnx: '/not/there' }));
    await expect(missing.prepare(missing.wanted!)).rejects.toThrow(
      "onnxruntime-node does not run on this machine (Cannot find module '/not/there')",
    );
    const folder = mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'broken-'));
    writeFileSync(join(folder, 'broken.cjs'), 'process.kill(process.pid, "SIGBUS")');
    const broken = new Embedders(
      configOf({ EMBEDDER: 'auto' }),
      new RuntimeAt({ ...SCRIPTED, onnx: join(folder, 'broken.cjs') }),
    );
    const problem = 'onnxruntime-node does not run on this machine (it ended with SIGBUS)';
    await expect(broken.prepare(broken.wanted!)).rejects.toThrow(problem);
    expect(broken.problemOf(broken.wanted!)).toBe(problem);
    rmSync(folder, { recursive: true });
  });

  const found = localModel(DEFAULT_LOCAL_MODEL);

  it('gives the default model: texts near that mean the same, the same bytes alone and beside others', async (context) => {
    if (found.missing !== undefined) return context.skip(found.missing);
    const runtime = await new LocalRuntime().find();
    const facts = factsOf(DEFAULT_LOCAL_MODEL);
    const embedder = new LocalEmbedder({ model: DEFAULT_LOCAL_MODEL, facts, folder: found.folder, runtime });
    try {
      const texts = ['open a file', 'load a document from disk', 'it rains today', 'a '.repeat(5_000)];
      const [file, open, weather, long] = await embedder.embed(texts);
      const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, index) => sum + value * b[index]!, 0);
      expect(embedder.dimensions).toBe(384);
      expect(dot(file!, file!)).toBeCloseTo(1, 4);
      expect(dot(file!, open!)).toBeGreaterThan(dot(file!, weather!) + 0.1);
      expect(await embedder.embed(['open a file'])).toEqual([file]);
      const { query } = facts.prefixes;
      expect(await embedder.embed(['open a file'], 'query')).toEqual(await embedder.embed([`${query}open a file`]));
      // Tokens beyond the maximum input length change nothing.
      expect(await embedder.embed(['a '.repeat(6_000)])).toEqual([long]);
    } finally {
      await embedder.close();
    }
  });

  it('leaves nothing in the home of its user', async (context) => {
    if (found.missing !== undefined) return context.skip(found.missing);
    const home = mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'home-'));
    const settings = {
      model: DEFAULT_LOCAL_MODEL,
      facts: factsOf(DEFAULT_LOCAL_MODEL),
      folder: found.folder,
      runtime: await new LocalRuntime().find(),
    };
    const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        '--import',
        path('../setup/typescript-in-threads.mjs'),
        path('../support/embed-once.mjs'),
        JSON.stringify(settings),
      ],
      { env: { PATH: process.env.PATH, HOME: home } },
    );
    expect(stdout).toBe('384');
    expect(readdirSync(home)).toEqual([]);
    rmSync(home, { recursive: true });
  });
});

describe('the files of a model', () => {
  const local = localModel(DEFAULT_LOCAL_MODEL);
  const installed = local.missing === undefined ? local.folder : undefined;
  const served = new Map<string, string | Buffer>();
  let asked: string[] = [];
  let hub: Server;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'models-'));
    hub = createServer(({ url = '' }, response) => {
      asked.push(url);
      const content = served.get(url);
      response.writeHead(content === undefined ? 404 : 200).end(content);
    });
    await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    served.clear();
    asked = [];
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await new Promise((resolve) => hub.close(resolve));
  });
  const files = (settings: Record<string, string> = {}) =>
    new ModelFiles(
      configOf({
        LOCAL_MODEL_DIR: folder,
        MODEL_SOURCES: 'maven,hub',
        MAVEN_COMMAND: join(folder, 'no-maven'),
        MODEL_HUB_URL: `http://127.0.0.1:${(hub.address() as AddressInfo).port}`,
        ...settings,
      }),
    );
  const never = new AbortController().signal;

  it('come from a hub where there is no Maven, and stay', async () => {
    const at = '/Xenova/all-MiniLM-L6-v2/resolve/main/';
    served.set(`${at}tokenizer.json`, '{}').set(`${at}onnx/model_quantized.onnx`, 'weights');
    expect(files().find('all-MiniLM-L6-v2')).toBeUndefined();
    const found = await files().fetch('all-MiniLM-L6-v2', never);
    expect(found).toBe(join(folder, 'all-MiniLM-L6-v2'));
    expect(readFileSync(join(found, 'onnx', 'model_quantized.onnx'), 'utf8')).toBe('weights');
    expect(files().find('all-MiniLM-L6-v2')).toBe(found);
    expect(asked).toEqual(
      ['tokenizer_config.json', 'tokenizer.json', 'onnx/model_quantized.onnx'].map((file) => at + file),
    );
  });

  it('of the default model are refused with another checksum, and nothing of them is left', async () => {
    const at = `/Xenova/${DEFAULT_LOCAL_MODEL}/resolve/main/`;
    served.set(`${at}tokenizer.json`, '{}').set(`${at}onnx/model_quantized.onnx`, 'other weights');
    const error: unknown = await files()
      .fetch(DEFAULT_LOCAL_MODEL, never)
      .catch((error: unknown) => error);
    expect(error).toMatchObject({ name: 'EmbeddingError' });
    // The message has the reason for each source, in one sentence.
    expect(String(error)).toMatch(
      /maven: .*no-maven.* cannot be run.*; hub: onnx\/model_quantized.onnx has the checksum/,
    );
    expect(files().find(DEFAULT_LOCAL_MODEL)).toBeUndefined();
    expect(readdirSync(folder).filter((name) => name !== 'all-MiniLM-L6-v2')).toEqual([]);
  });

  it.skipIf(!installed).each(['onnx/model_quantized.onnx', 'tokenizer.json'])(
    'of the default model are refused if only %s differs by a byte',
    async (altered) => {
      const at = `/Xenova/${DEFAULT_LOCAL_MODEL}/resolve/main/`;
      for (const file of ['onnx/model_quantized.onnx', 'tokenizer.json']) {
        const content: Buffer = readFileSync(join(installed ?? '', file));
        if (file === altered) content[1_000] = (content[1_000] ?? 0) ^ 1;
        served.set(at + file, content);
      }
      const fetching = files({ MODEL_SOURCES: 'hub' }).fetch(DEFAULT_LOCAL_MODEL, never);
      await expect(fetching).rejects.toThrow(`hub: ${altered} has the checksum`);
      expect(files().find(DEFAULT_LOCAL_MODEL)).toBeUndefined();
    },
  );

  it.skipIf(!installed).each(['onnx/model_quantized.onnx', 'tokenizer.json'])(
    'of the default model are not loaded if %s was damaged after it had been installed',
    async (altered) => {
      const copy = mkdtempSync(join(folder, 'copied-'));
      const at = join(copy, DEFAULT_LOCAL_MODEL);
      cpSync(installed ?? '', at, { recursive: true });
      await files({ LOCAL_MODEL_DIR: copy }).check(DEFAULT_LOCAL_MODEL, at);
      const content = readFileSync(join(at, altered));
      content[1_000] = (content[1_000] ?? 0) ^ 1;
      rmSync(join(at, altered));
      writeFileSync(join(at, altered), content);

      const embedders = new Embedders(configOf({ EMBEDDER: 'auto', LOCAL_MODEL_DIR: copy }), new LocalRuntime());
      const preparing = embedders.prepare({ provider: 'local', model: DEFAULT_LOCAL_MODEL });
      await expect(preparing).rejects.toThrow(`The model in ${at} is damaged: ${altered} has the checksum`);
      expect(embedders.problemOf({ provider: 'local', model: DEFAULT_LOCAL_MODEL })).toContain(altered);
      await embedders.onApplicationShutdown();
    },
  );

  it('are fetched from nowhere where that is not wanted', async () => {
    await expect(files({ MODEL_SOURCES: 'none' }).fetch('multilingual-e5-small', never)).rejects.toThrow(
      `The model multilingual-e5-small is not in ${folder}`,
    );
    expect(asked).toEqual([]);
  });
});
