import { afterAll, beforeAll, it } from 'vitest';
import { type Kb, startKb } from '../items/support.js';
import { anySequenceOfItems } from './undo-items.js';

let service: Kb;
beforeAll(async () => {
  service = await startKb();
});
afterAll(() => service.close());

// undo.release-spec.ts has more.
it('a sequence of catalogs, edits, restores and undos ends as the one without what is undone', async () => {
  await anySequenceOfItems(service, 1, 25);
});
