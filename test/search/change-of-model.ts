import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { callerFrom } from '../../src/common/caller.js';
import { drawnPairs } from '../../src/embedding/floor.js';
import { DEFAULT_LOCAL_MODEL } from '../../src/embedding/models.js';
import type { ThrowAwayNeo4j } from '../setup/throw-away-neo4j.js';
import { stubVector } from '../support/embedding-server.js';
import { freshNamespace } from '../support/graph.js';
import { localModel } from '../support/local-model.js';
import { embeddingServices, textOf, until } from './embedding-services.js';
import type { Searching } from './support.js';

/** Tests a change of the model that takes time: under traffic, and after a replica that died half-way. */
export function changeOfModelTests(database: () => ThrowAwayNeo4j): void {
  const { server, start, closeAll, vectorsOf } = embeddingServices(database);

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
      const after = await start({ EMBEDDING_MODEL: 'b-40', EMBEDDING_BATCH_SIZE: '64', EMBEDDING_FLOOR: '' });
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

      // The model is not in the table, so its floor is the median cosine of its own vectors, which is measured once.
      await until('its floor is measured', async () => ((await after.embedding.status()).floor ?? 0) > 0);
      const { floor } = await after.embedding.status();
      const all = await after.run(
        'MATCH (k:Knowledge) WHERE k.model1 = "b-40" RETURN k.embedding1 AS vector ORDER BY k.namespace, k.ref',
      );
      const cosines = drawnPairs(1_000)
        .map((pair) => pair.map((place) => place % all.length))
        .filter(([one, other]) => one !== other)
        .map((pair) => pair.map((place) => all[place]!['vector'] as number[]))
        .map(([one, other]) => one!.reduce((sum, value, index) => sum + value * other![index]!, 0))
        .sort((a, b) => a - b);
      const middle = (cosines.length - 1) / 2;
      const median = (cosines[Math.floor(middle)]! + cosines[Math.ceil(middle)]!) / 2;
      // Edits between the measurement and this read change which texts are drawn; two such medians differ by .009 on
      // average.
      expect(Math.abs(floor! - median)).toBeLessThan(0.05);
      const asked = await after.search.search(callerFrom({ namespace }), { query: textOf(1), first: 5 });
      for (const { explain } of asked.hits) {
        expect(explain.floor).toBe(floor);
        if ((explain.cosine ?? 0) <= floor!) expect(explain.vector).toBe(0);
      }
    },
  );

  it('are taken on by another replica when the one that changed them is gone', async () => {
    const service = await start({ EMBEDDING_MODEL: 'c-16' });
    const namespace = freshNamespace();
    await service.save(
      namespace,
      Array.from({ length: 40 }, (_, index) => ({ id: `r${index}`, text: textOf(index) })),
    );
    // Creates the state that a replica leaves if it dies half-way: its lease, the started job, and some vectors in the
    // idle slot.
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
    const requests = server()
      .requests.filter(({ model }) => model === 'c-16')
      .flatMap(({ input }) => input);
    // The vectors that the dead replica had written were not computed a second time.
    expect(
      requests.filter((text) => rows.slice(0, 1).some(({ title }) => text.startsWith(`${String(title)}. `))),
    ).toHaveLength(0);
  });

  it('of the default model are the same bytes by a write, by reembed, and by a call of their own', async (context) => {
    const found = localModel(DEFAULT_LOCAL_MODEL);
    if (found.missing !== undefined) return context.skip(found.missing);
    await database().empty();
    const namespace = freshNamespace();
    const texts = ['open a file', 'load a long document from disk, page by page', 'it rains'];
    const before = await start();
    await before.save(
      namespace,
      texts.map((text, index) => ({ id: `t${index}`, title: '', text })),
    );
    const service = await start({
      EMBEDDER: 'local',
      EMBEDDING_MODEL: '',
      LOCAL_MODEL_DIR: dirname(found.folder),
      EMBEDDING_TIMEOUT_MS: '30000',
    });
    await service.embedding.reembed();
    await until('the model has changed', async () => (await service.embedding.status()).job?.status === 'DONE');
    const state = await service.embedding.refresh();
    expect(state).toMatchObject({ provider: 'local', model: DEFAULT_LOCAL_MODEL, dimensions: 384 });
    const reembedded = await service.run(
      `MATCH (k:Knowledge {namespace: $namespace}) RETURN k['embedding' + toString(toInteger($slot))] AS vector ORDER BY k.id`,
      { namespace, slot: state!.slot },
    );
    await service.save(
      namespace,
      texts.map((text, index) => ({ id: `w${index}`, title: '', text })),
    );
    const written = await service.run(
      `MATCH (k:Knowledge {namespace: $namespace}) WHERE k.id STARTS WITH 'w'
       RETURN k['embedding' + toString(toInteger($slot))] AS vector ORDER BY k.id`,
      { namespace, slot: state!.slot },
    );
    for (const [index, text] of texts.entries()) {
      const { rows } = await service.embedding.prepare([{ ref: 'none', title: '', text }]);
      const alone = Array.from(rows[0]!.vector!);
      expect(reembedded[index]?.['vector']).toEqual(alone);
      expect(written[index]?.['vector']).toEqual(alone);
    }
  });
}
