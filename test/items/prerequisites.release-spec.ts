import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshNamespace } from '../support/graph.js';
import { type Kb, record, startKb } from './support.js';

let service: Kb;
beforeAll(async () => {
  service = await startKb();
});
afterAll(() => service.close());

it('what an item of a dense catalog needs, 20 layers of 50 that all require the layer before, ends', async () => {
  const namespace = freshNamespace();
  const name = (layer: number, place: number) => `l${String(layer).padStart(2, '0')}_${String(place).padStart(2, '0')}`;
  const layers = Array.from({ length: 20 }, (_, layer) =>
    Array.from({ length: 50 }, (_, place) =>
      record(name(layer, place), {
        prerequisites: layer === 0 ? [] : Array.from({ length: 50 }, (_, before) => name(layer - 1, before)),
      }),
    ),
  );
  expect(await service.catalog.importCatalog(namespace, layers.flat())).toMatchObject({ created: 1_000, warnings: [] });
  const start = performance.now();
  const order = (await service.kb.requires(namespace, name(19, 0), true)).map(({ id }) => id);
  expect(performance.now() - start).toBeLessThan(5_000);
  expect(order).toHaveLength(950);
  expect(order.slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, place) => name(0, place)));
}, 120_000);
