import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { callerFrom } from '../../src/common/caller.js';
import { metrics } from '../../src/common/metrics.js';
import type { ThrowAwayNeo4j } from '../setup/throw-away-neo4j.js';
import { reply, stubVector } from '../support/embedding-server.js';
import { freshNamespace } from '../support/graph.js';
import { RuntimeAt, SCRIPTED } from '../support/local-model.js';
import { embeddingServices, until } from './embedding-services.js';

export function reembedTests(database: () => ThrowAwayNeo4j): void {
  const { server, start, closeAll, vectorsOf } = embeddingServices(database);

  it('come from a small model that is fetched while the service serves; until it is here, searches say so', async () => {
    const folder = mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'models-'));
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const hub = createServer((_, response) => void gate.then(() => response.end('{}')));
    await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve));
    const service = await start(
      {
        EMBEDDER: 'auto',
        EMBEDDING_MODEL: 'all-MiniLM-L6-v2',
        LOCAL_MODEL_DIR: folder,
        MODEL_SOURCES: 'hub',
        MODEL_HUB_URL: `http://127.0.0.1:${(hub.address() as AddressInfo).port}`,
        OPENAI_BASE_URL: '',
      },
      new RuntimeAt(SCRIPTED),
    );
    const namespace = freshNamespace();
    await service.save(namespace, [{ id: 'early', text: 'a plot' }]);
    const search = () => service.search.search(callerFrom({ namespace }), { query: 'plot', first: 1 });
    expect(await search()).toMatchObject({ degraded: ['EMBEDDER_UNAVAILABLE'], hits: [{ explain: { cosine: null } }] });
    expect(await service.embedding.vectorShare(namespace)).toBeNull();
    const before = await service.embedding.status();
    expect(before).toMatchObject({ provider: 'none', model: null, floor: null, preparing: true });
    expect(before.problem).toBe('The model all-MiniLM-L6-v2 is being made ready.');
    release();
    await until('the text has its vector', async () => {
      const { model, stale } = await service.embedding.status();
      return model !== null && stale === 0;
    });
    expect(await search()).toMatchObject({
      degraded: [],
      hits: [{ explain: { cosine: expect.any(Number) as number } }],
    });
    expect(await service.embedding.vectorShare(namespace)).toBe(1);
    expect(await service.embedding.status()).toMatchObject({
      provider: 'local',
      floor: 0,
      problem: null,
      dimensions: 384,
    });
    await new Promise((resolve) => hub.close(resolve));
    rmSync(folder, { recursive: true });

    // On another machine, on which the library does not run, the service reports the problem and keeps the model.
    const other = await start({ EMBEDDER: 'auto' }, new RuntimeAt({ ...SCRIPTED, onnx: '/not/there' }));
    const answer = await other.search.search(callerFrom({ namespace }), { query: 'plot', first: 1 });
    expect(answer).toMatchObject({ degraded: ['EMBEDDER_UNAVAILABLE'], hits: [{ id: 'early' }] });
    await until('the model cannot be had', async () => !(await other.embedding.status()).preparing);
    expect(await other.embedding.status()).toMatchObject({
      provider: 'none',
      model: 'all-MiniLM-L6-v2',
      preparing: false,
    });
    expect((await other.embedding.status()).problem).toMatch(/^onnxruntime-node does not run on this machine/);
    await closeAll();
    await database().empty();
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

  it('go on with the model of the database under EMBEDDER=auto, and say so where it cannot be asked', async () => {
    const keeping = await start({ EMBEDDER: 'auto', EMBEDDING_MODEL: '' });
    const namespace = freshNamespace();
    await keeping.save(namespace, [{ id: 'one', text: 'cut a range' }]);
    expect(await vectorsOf(keeping, namespace)).toMatchObject([{ model0: 'a-24' }]);
    expect(await keeping.embedding.status()).toMatchObject({ provider: 'openai', model: 'a-24', problem: null });
    const without = await start({ EMBEDDER: 'auto', EMBEDDING_MODEL: '', OPENAI_BASE_URL: '' });
    const { degraded } = await without.search.search(callerFrom({ namespace }), { query: 'range', first: 1 });
    expect(degraded).toEqual(['EMBEDDER_UNAVAILABLE']);
    expect((await without.embedding.status()).problem).toBe(
      'The stored vectors are of a-24 (openai); set OPENAI_BASE_URL or OPENAI_API_KEY, with which it can be asked.',
    );
  });

  it('come to a small namespace while a large one still waits, and the gauge tells how many wait', async () => {
    const service = await start({ EMBEDDING_BATCH_SIZE: '32', EMBEDDING_TIMEOUT_MS: '10000' });
    const [large, small] = [`a-${freshNamespace()}`, `z-${freshNamespace()}`];
    server().answerWith(async ({ input }) => {
      await sleep(10 * input.length);
      return false;
    });
    const waiting = async (namespace: string) => {
      const [row] = await service.run(
        `MATCH (k:Knowledge {namespace: $namespace}) WHERE k.model0 = 'none' RETURN count(k) AS waiting`,
        { namespace },
      );
      return Number(row?.['waiting']);
    };
    await service.run(
      `UNWIND [[$large, 600], [$small, 20]] AS of UNWIND range(1, of[1]) AS i
       CREATE (:Knowledge:KnowledgeItem {namespace: of[0], ref: 'item:' + i, id: toString(i), kind: 'ITEM', title: '',
         text: 'waits ' + i, trust: 1.0, facets: [], model0: 'none', model1: 'none'})`,
      { large, small },
    );
    await until('the small one has its vectors', async () => (await waiting(small)) === 0);
    const left = await waiting(large);
    expect(left).toBeGreaterThan(300);
    const gauge = async () => Number(/^heartwood_stale_texts (\d+)$/m.exec(await metrics.metrics())?.[1]);
    const first = await gauge();
    expect(first).toBeGreaterThanOrEqual(left - 200);
    await until('the gauge moves', async () => (await gauge()) < first);
    server().answerWith(undefined);
    await until('all have their vectors', async () => (await waiting(large)) === 0);
  });

  it('come later when the embedder was away, and the text is found by its words meanwhile', async () => {
    const service = await start();
    const namespace = freshNamespace();
    server().answerWith((_, response) => {
      reply(response, 503, { error: { message: 'away' } });
      return true;
    });
    await service.save(namespace, [{ id: 'late', text: 'resample to a raster' }]);
    expect(await vectorsOf(service, namespace)).toMatchObject([{ model0: 'none', model1: 'none' }]);
    const { hits, degraded } = await service.search.search(callerFrom({ namespace }), { query: 'raster', first: 5 });
    expect(hits).toMatchObject([{ id: 'late', score: 1, explain: { lexical: 1, vector: null, cosine: null } }]);
    expect(degraded).toEqual(['EMBEDDER_UNAVAILABLE']);
    expect((await service.embedding.status()).problem).toBe('The embedder answered 503');
    expect(await service.embedding.vectorShare(namespace)).toBe(0);
    // The embedder is available, but the timeout is too short for it.
    const hasty = await start({ EMBEDDING_TIMEOUT_MS: '300' });
    server().answerWith(() => true);
    const late = await hasty.search.search(callerFrom({ namespace }), { query: 'raster', first: 5 });
    expect(late).toMatchObject({ degraded: ['EMBEDDER_BUSY'], hits: [{ id: 'late' }] });
    server().answerWith(undefined);
    // A new process has a circuit breaker that does not know of the outage.
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
    // The write wakes the worker.
    await service.save(namespace, [{ id: 'found', text: 'a plot' }]);
    // Each text takes 30 ms, one at a time: a batch of 128 takes longer than a search waits for its vector.
    let turn = Promise.resolve();
    let filling = false;
    server().answerWith(async ({ input }) => {
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
    server().answerWith(undefined);
    await until('all have their vectors', async () => (await service.embedding.status()).stale === 0);
  });

  it('are not asked for again where the model refuses the text', async () => {
    const service = await start();
    const namespace = freshNamespace();
    server().answerWith(({ input }, response) => {
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
    server().answerWith(({ input }, response) => {
      reply(response, 200, { object: 'list', data: input.map((_text, index) => ({ index, embedding: wrong(24) })) });
      return true;
    });
    await service.save(namespace, [{ id: 'wrong', text: 'a raster' }]);
    const rows = await vectorsOf(service, namespace);
    expect(rows.find(({ id }) => id === 'wrong')).toMatchObject({ vector0: null, vector1: null });
    const { hits } = await service.search.search(callerFrom({ namespace }), { query: 'raster', first: 5 });
    expect(hits.map(({ id }) => id)).toContain('wrong');
  });

  it('get an index that filters by itself once the server offers that, in place of the one an older server made', async (context) => {
    await database().empty();
    const before = await start();
    if (!(await before.vectors.offersFilters()))
      return context.skip('Neo4j 5.26 does not filter inside a vector index');
    const namespace = freshNamespace();
    await before.save(namespace, [{ id: 'one', text: 'a plot' }]);
    await before.run('DROP INDEX knowledge_embedding0');
    await before.run('CREATE VECTOR INDEX knowledge_embedding0 FOR (k:Knowledge) ON k.embedding0');
    await until('the older index serves', async () => (await before.vectors.indexState(0)) === 'plain');
    const after = await start();
    await until('searches filter in the index', async () => {
      const embedded = await after.embedding.embedQuery('plot');
      return 'vector' in embedded && embedded.filtersInIndex;
    });
    expect(await after.vectors.indexState(0)).toBe('filtered');
    const byIndex = { query: 'plot', first: 1 };
    expect((await after.search.search(callerFrom({ namespace }), byIndex)).hits).toMatchObject([{ id: 'one' }]);
  });

  it('are searched by statements that are planned before the service is ready, before the first vector is there', async () => {
    const statements = ['search/candidates-by-vector', 'search/candidates-by-scan', 'search/candidates-by-entities'];
    const runs = async () => {
      const told = await metrics.metrics();
      return statements.map((name) => {
        const line = `heartwood_statement_seconds_count\\{statement="${name}",outcome="(ok|error)"\\} (\\d+)`;
        const counts = { ok: 0, error: 0 };
        for (const [, outcome, count] of told.matchAll(new RegExp(line, 'g')))
          counts[outcome as 'ok' | 'error'] = Number(count);
        return counts;
      });
    };
    // The database is emptied but keeps its plans, so that no search takes seconds to plan.
    await database().empty();
    const before = await runs();
    const service = await start();
    await until('the service is ready', () => Promise.resolve(service.readiness.awaited() === undefined));
    const after = await runs();
    expect(after.map(({ ok }, i) => ok - (before[i]?.ok ?? 0)).every((runs) => runs >= 1)).toBe(true);
    expect(after.map(({ error }, i) => error - (before[i]?.error ?? 0))).toEqual([0, 0, 0]);
    const [active] = await service.run(`MATCH (m:EmbeddingModel {id: 'active'}) RETURN m.dimensions AS dimensions`);
    expect(active).toEqual({ dimensions: null });
  });

  it('have one index, however many make it at the same time', async () => {
    await database().empty();
    const service = await start();
    await service.vectors.dropIndex(0);
    await Promise.all(Array.from({ length: 8 }, () => service.vectors.createIndex(0)));
    expect(['building', 'filtered', 'plain']).toContain(await service.vectors.indexState(0));
  });
}
