import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { GraphService } from '../../src/graph/graph.service.js';
import { freshNamespace } from '../support/graph.js';
import { type Knowledge, withKnowledge } from './support.js';
import { derived } from './mentions.js';

// Tests that the order of documents has no influence; `mentions.e2e-spec.ts` has one example.

let service: Knowledge;
let graph: GraphService;
withKnowledge((started) => ({ service, graph } = started));

const names = ['Olaf Brandt', 'Zephyr', 'Zephyr Two', 'olaf brandt', 'zephyr', 'Acme', 'two'];
const sentence = fc
  .tuple(fc.constantFrom(...names), fc.constantFrom(...names), fc.constantFrom('', 'lower case only '))
  .map(([first, inside, lower]) => (lower ? `${lower}${inside.toLowerCase()}` : `${first} met with ${inside} there.`));
const text = fc.record(
  {
    piece_id: fc.constantFrom('p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8'),
    content: sentence,
    title: fc.constantFrom('Zephyr', 'Olaf Brandt (person)', 'Two'),
    mentions: fc.constantFrom(['x'], ['name:zephyr']),
  },
  { requiredKeys: ['piece_id', 'content'] },
);
const entity = fc.record({
  node_id: fc.constantFrom('x', 'y', 'name:zephyr', 'name:acme'),
  node_type: fc.constant('thing'),
  label: fc.constantFrom('Zephyr', 'Acme', 'Olaf Brandt', 'Two'),
});
const documents = fc
  .record({
    pieces: fc.uniqueArray(text, { selector: ({ piece_id }) => piece_id, maxLength: 6 }),
    entities: fc.uniqueArray(entity, { selector: ({ node_id }) => node_id, maxLength: 3 }),
  })
  .map(({ pieces, entities }) => [
    ...pieces.map((each) => ({ pieces: [each] })),
    ...entities.map((each) => ({ graph: { nodes: [each] } })),
  ]);
const shuffled = documents.chain((given) =>
  fc.record({
    one: fc.shuffledSubarray(given, { minLength: given.length }),
    other: fc.shuffledSubarray(given, { minLength: given.length }),
    twice: fc.subarray(given),
    removed: fc.constantFrom('p1', 'p2', 'q'),
  }),
);

it('gives the same edges for the same documents in any order, and again, and without what was deleted', async () => {
  await fc.assert(
    fc.asyncProperty(shuffled, async ({ one, other, twice, removed }) => {
      const [first, second, third] = [freshNamespace(), freshNamespace(), freshNamespace()];
      for (const each of one) await service.load(first, each);
      for (const each of [...other, ...twice]) await service.load(second, each);
      const expected = await derived(graph, first);
      expect(await derived(graph, second)).toEqual(expected);
      expect(JSON.stringify(expected)).not.toContain('"waits":true');

      await service.data(second, 'mutation { setAutomaticMentions(enabled: false) { enabled } }');
      await service.data(second, 'mutation { setAutomaticMentions(enabled: true) { enabled } }');
      expect(await derived(graph, second)).toEqual(expected);

      const isRemoved = (document: object) => JSON.stringify(document).includes(`"piece_id":"${removed}"`);
      const named = one.flatMap((document) => ('pieces' in document && isRemoved(document) ? document.pieces : []));
      // Entities that a piece names stay when the piece is deleted.
      const nodesOf = named.flatMap(({ mentions = [] }) =>
        mentions.map((id) => ({ pieces: [{ piece_id: 'tmp', content: 'x', mentions: [id] }] })),
      );
      await service.data(first, `mutation { delete(ref: "piece:${removed}") }`);
      for (const each of [...one.filter((document) => !isRemoved(document)), ...nodesOf])
        await service.load(third, each);
      await service.data(third, 'mutation { delete(ref: "piece:tmp") }');
      expect(await derived(graph, third)).toEqual(await derived(graph, first));
    }),
    { numRuns: 25 },
  );
}, 600_000);
