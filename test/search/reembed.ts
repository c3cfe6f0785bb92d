import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { callerFrom } from '../../src/common/caller.js';
import type { ThrowAwayNeo4j } from '../setup/throw-away-neo4j.js';
import { type EmbeddingServer, reply, startEmbeddingServer, stubVector } from '../support/embedding-server.js';
import { freshNamespace } from '../support/graph.js';
import { type Searching, searching } from './fixture.js';

const WORDS = ['measurement', 'channel', 'raster', 'plot', 'export', 'folder', 'signal', 'cursor', 'window', 'trigger'];
const textOf = (index: number) =>
  [1, 3, 7].map((step) => WORDS[(index * step + (index >> 3)) % WORDS.length]).join(' ');

export function reembedTests(database: () => ThrowAwayNeo4j): void {
  let server: EmbeddingServer;
  const open: Searching[] = [];
  const start = async (overrides: Record<string, string> = {}) => {
    const service = await searching({
      ...database().connection,
      EMBEDDER: 'openai',
      EMBEDDING_MODEL: 'a-24',
      OPENAI_BASE_URL: server.url,
      EMBEDDING_TIMEOUT_MS: '2000',
      ...overrides,
    });
    open.push(service);
    return service;
  };
  const closeAll = async () => {
    for (const service of open.splice(0)) await service.close();
  };
  const until = async (what: string, holds: () => Promise<boolean>) => {
    for (const end = Date.now() + 60_000; !(await holds());) {
      if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
      await sleep(100);
    }
  };
  const vectorsOf = (service: Searching, namespace: string) =>
    service.run(
      `MATCH (k:Knowledge {namespace: $namespace}) RETURN k.id AS id, k.title AS title, k.text AS text,
         k.model0 AS model0, k.embedding0 AS vector0, k.model1 AS model1, k.embedding1 AS vector1 ORDER BY id`,
      { namespace },
    );
  beforeAll(async () => {
    server = await startEmbeddingServer();
  });
  afterEach(async () => {
    server.answerWith(undefined);
    await closeAll();
  });
  afterAll(async () => {
    await closeAll();
    await server?.close();
  });

  it('are of the text that is stored, from the first start with an embedder on', async () => {
    const service = await start();
    const namespace = freshNamespace();
    await service.save(namespace, [{ id: 'one', text: 'cut a range' }]);
    const [row] = await vectorsOf(service, namespace);
    expect(row).toMatchObject({ model0: 'a-24', model1: 'none', vector1: null });
    const expected = stubVector('one. cut a range', 'a-24');
    (row!['vector0'] as number[]).forEach((value, index) => expect(value).toBeCloseTo(expected[index]!, 6));
    expect(await service.embedding.status()).toMatchObject({
      provider: 'openai',
      model: 'a-24',
      dimensions: 24,
      stale: 0,
      job: null,
    });
  });

  it('come later when the embedder was away, and the text is found by its words meanwhile', async () => {
    const service = await start();
    const namespace = freshNamespace();
    server.answerWith((_, response) => {
      reply(response, 503, { error: { message: 'away' } });
      return true;
    });
    await service.save(namespace, [{ id: 'late', text: 'resample to a raster' }]);
    expect(await vectorsOf(service, namespace)).toMatchObject([{ model0: 'none', model1: 'none' }]);
    const { hits } = await service.search.search(callerFrom({ namespace }), { query: 'raster', first: 5 });
    expect(hits).toMatchObject([{ id: 'late', score: 1, explain: { lexical: 1, vector: null, cosine: null } }]);
    server.answerWith(undefined);
    // A new process, whose breaker does not remember the outage.
    await closeAll();
    const successor = await start();
    await until('the text has its vector', async () => (await successor.embedding.status()).stale === 0);
    expect(await vectorsOf(successor, namespace)).toMatchObject([{ model0: 'a-24', model1: 'none' }]);
  });

  it('are made for every query while a worker fills through a slow server', async () => {
    const service = await start({ EMBEDDING_TIMEOUT_MS: '10000' });
    const namespace = freshNamespace();
    await service.run(
      `UNWIND range(1, 400) AS i
       CREATE (:Knowledge:KnowledgeItem {namespace: $namespace, ref: 'item:w' + i, id: 'w' + i, kind: 'ITEM', title: '',
         text: 'waits ' + i, trust: 1.0, facets: [], model0: 'none', model1: 'none'})`,
      { namespace },
    );
    // This wakes the worker.
    await service.save(namespace, [{ id: 'found', text: 'a plot' }]);
    // 30 ms a text, one at a time: a batch of 128 takes longer than a search waits for its vector.
    let turn = Promise.resolve();
    let filling = false;
    server.answerWith(async ({ input }) => {
      filling ||= input.some((text) => text.startsWith('waits'));
      turn = turn.then(() => sleep(30 * input.length));
      await turn;
      return false;
    });
    await until('the worker fills', () => Promise.resolve(filling));
    for (let query = 0; query < 8; query++) {
      const { hits } = await service.search.search(callerFrom({ namespace }), {
        query: `plot number${query}`,
        first: 1,
      });
      expect(hits).toMatchObject([{ explain: { vector: expect.any(Number) as number } }]);
      await sleep(100);
    }
    expect((await service.embedding.status()).stale).toBeGreaterThan(0);
    server.answerWith(undefined);
    await until('all have their vectors', async () => (await service.embedding.status()).stale === 0);
  });

  it('are not asked for again where the model refuses the text', async () => {
    const service = await start();
    const namespace = freshNamespace();
    server.answerWith(({ input }, response) => {
      if (!input.some((text) => text.includes('unspeakable'))) return false;
      reply(response, 400, { error: { message: 'refused' } });
      return true;
    });
    await service.save(namespace, [
      { id: 'bad', text: 'unspeakable' },
      { id: 'good', text: 'a plot' },
      { id: 'other', text: 'a raster' },
    ]);
    expect(await vectorsOf(service, namespace)).toMatchObject([
      { id: 'bad', model0: 'refused:a-24', vector0: null },
      { id: 'good', model0: 'a-24' },
      { id: 'other', model0: 'a-24' },
    ]);
    expect((await service.embedding.status()).stale).toBe(0);
  });

  it.each([
    ['zero', (length: number) => Array.from({ length }, () => 0)],
    ['too short', (length: number) => Array.from({ length: length - 1 }, () => 1)],
    ['not numbers', (length: number) => Array.from({ length }, () => null)],
  ])('are not written when they are %s', async (_, wrong) => {
    const service = await start();
    const namespace = freshNamespace();
    await service.save(namespace, [{ id: 'before', text: 'a plot' }]);
    server.answerWith(({ input }, response) => {
      reply(response, 200, { object: 'list', data: input.map((_text, index) => ({ index, embedding: wrong(24) })) });
      return true;
    });
    await service.save(namespace, [{ id: 'wrong', text: 'a raster' }]);
    const rows = await vectorsOf(service, namespace);
    expect(rows.find(({ id }) => id === 'wrong')).toMatchObject({ vector0: null, vector1: null });
    const { hits } = await service.search.search(callerFrom({ namespace }), { query: 'raster', first: 5 });
    expect(hits.map(({ id }) => id)).toContain('wrong');
  });

  it(
    'change to another model while searches and edits run: no error, no empty answer, all of the new model',
    { timeout: 120_000 },
    async () => {
      const before = await start();
      const namespace = freshNamespace();
      const count = 1_500;
      for (let at = 0; at < count; at += 500) {
        const part = Array.from({ length: 500 }, (_, index) => ({ id: `i${at + index}`, text: textOf(at + index) }));
        await before.save(namespace, part);
      }
      const after = await start({ EMBEDDING_MODEL: 'b-40', EMBEDDING_BATCH_SIZE: '64' });
      let running = true;
      let searches = 0;
      let edits = 0;
      let fewest = Number.POSITIVE_INFINITY;
      const searchOn = async (service: Searching) => {
        for (let index = 0; running; index++) {
          const { hits } = await service.search.search(callerFrom({ namespace }), { query: textOf(index), first: 5 });
          fewest = Math.min(fewest, hits.length);
          searches++;
        }
      };
      const editOn = async (service: Searching) => {
        for (let index = 0; running; index++) {
          await service.save(namespace, [{ id: `i${(index * 37) % count}`, text: `${textOf(index)} edited` }]);
          edits++;
          await sleep(20);
        }
      };
      const traffic = Promise.all([searchOn(before), searchOn(after), editOn(before), editOn(after)]);
      const job = await after.embedding.reembed();
      expect(job).toMatchObject({ model: 'b-40' });
      expect((await after.embedding.reembed()).id).toBe(job.id);
      await Promise.race([
        traffic,
        until('the model has changed', async () => (await after.embedding.status()).job?.status === 'DONE'),
      ]).finally(() => (running = false));
      await traffic;
      expect(fewest).toBe(5);
      expect(searches).toBeGreaterThan(20);
      expect(edits).toBeGreaterThan(20);

      await until('the last edits have their vectors', async () => (await after.embedding.status()).stale === 0);
      expect(await after.embedding.status()).toMatchObject({
        model: 'b-40',
        dimensions: 40,
        job: { id: job.id, status: 'DONE' },
      });
      const rows = await vectorsOf(after, namespace);
      expect(rows).toHaveLength(count);
      for (const { title, text, model1, vector1, vector0 } of rows) {
        expect(vector0).toBeNull();
        expect(model1).toBe('b-40');
        const expected = stubVector(`${String(title)}. ${String(text)}`, 'b-40');
        expect(Math.abs((vector1 as number[])[0]! - expected[0]!)).toBeLessThan(1e-5);
      }
      const { hits } = await before.search.search(callerFrom({ namespace }), { query: textOf(1), first: 5 });
      expect(hits[0]?.explain.cosine).toBeTypeOf('number');
    },
  );

  it('are taken on by another replica when the one that changed them is gone', async () => {
    const service = await start({ EMBEDDING_MODEL: 'c-16' });
    const namespace = freshNamespace();
    await service.save(
      namespace,
      Array.from({ length: 40 }, (_, index) => ({ id: `r${index}`, text: textOf(index) })),
    );
    // What a replica leaves behind that died half-way: its lease, the job begun, some vectors in the idle slot.
    const state = await service.embedding.refresh();
    const idle = state!.slot === 0 ? 1 : 0;
    await closeAll();
    const successor = await start({ EMBEDDING_MODEL: 'c-16' });
    await successor.run(
      `MERGE (l:Lease {name: 'embedding'}) SET l.owner = 'dead', l.token = 99, l.until = datetime() + duration('PT3S')`,
    );
    const job = await successor.embedding.reembed();
    await successor.run(
      `MATCH (k:Knowledge {namespace: $namespace}) WITH k ORDER BY k.ref LIMIT 10
       SET k['model' + toString(toInteger($idle))] = 'c-16', k['embedding' + toString(toInteger($idle))] = $vector`,
      { namespace, idle, vector: Array.from(stubVector('some', 'c-16')) },
    );
    await sleep(1_000);
    expect((await successor.embedding.status()).job).toMatchObject({ id: job.id, status: 'QUEUED' });
    await until('the successor has finished', async () => (await successor.embedding.status()).job?.status === 'DONE');
    const rows = await vectorsOf(successor, namespace);
    expect(rows.map((row) => row[`model${idle}`])).toEqual(Array.from({ length: 40 }, () => 'c-16'));
    const requests = server.requests.filter(({ model }) => model === 'c-16').flatMap(({ input }) => input);
    // Those the dead one had written were not embedded a second time.
    expect(
      requests.filter((text) => rows.slice(0, 1).some(({ title }) => text.startsWith(`${String(title)}. `))),
    ).toHaveLength(0);
  });
}
