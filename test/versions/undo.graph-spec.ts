import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Kb, startKb } from '../items/support.js';
import { anySequenceOfItems } from './undo-items.js';

let service: Kb;
beforeAll(async () => {
  service = await startKb();
});
afterAll(() => service.close());

describe('any sequence of catalogs, edits, restores and undos', () => {
  it.for([1, 2])('ends as the sequence without what is undone (seed %s)', async (seed) => {
    await anySequenceOfItems(service, seed, 25);
  });
});
