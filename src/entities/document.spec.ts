import { expect, it } from 'vitest';
import { countRecords, readDocument } from './document.js';

it('counts the records that a document gives, right or wrong', () => {
  const graph = { nodes: [{ node_id: 'a' }, 1], edges: [{}] };
  expect(countRecords({ metadata: { a: {}, b: 2 }, pieces: [null, {}], graph })).toBe(7);
  expect(countRecords({ metadata: [], pieces: 'none', graph: null })).toBe(0);
});

it('lets others have their turn while it reads a large document', async () => {
  const nodes = Array.from({ length: 3_000 }, (_, index) => ({ node_id: `n${index}`, node_type: 'thing' }));
  let turns = 0;
  const other = setInterval(() => turns++, 1);
  const { nodes: read } = await readDocument({ graph: { nodes } });
  clearInterval(other);
  expect(read).toHaveLength(3_000);
  // The work takes a hundred milliseconds or more and runs in turns of 15 ms.
  expect(turns).toBeGreaterThan(5);
});
