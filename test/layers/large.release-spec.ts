import { expect, it } from 'vitest';
import { contextService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';
import { LOAD, type Load } from './support.js';

// The largest document that loadKnowledge accepts. It may take longer than the default REQUEST_TIMEOUT_MS on a busy machine.

const ENTITIES = 15_000;
const PIECES = 15_000;
const EDGES = 20_000;

it('of 50,000 records is stored by one call, and loading it again changes nothing', async () => {
  const service = await contextService({ REQUEST_TIMEOUT_MS: '900000' });
  const namespace = freshNamespace();
  const idOf = (n: number) => `part:${n % ENTITIES}`;
  const document = {
    pieces: Array.from({ length: PIECES }, (_, n) => ({
      piece_id: `piece-${n}`,
      content: `Part ${n} turns ${n % 97} times an hour.`,
      knowledge_type: 'fact',
      info_type: 'context',
      entity_id: idOf(n),
    })),
    graph: {
      nodes: Array.from({ length: ENTITIES }, (_, n) => ({ node_id: idOf(n), node_type: 'part' })),
      edges: Array.from({ length: EDGES }, (_, n) => ({
        source_id: idOf(n),
        target_id: idOf(n * 7 + 1 + Math.floor(n / ENTITIES)),
        edge_type: n < ENTITIES ? 'DRIVES' : 'HOLDS',
      })),
    },
  };
  const load = async () => (await service.data<{ loadKnowledge: Load }>(namespace, LOAD, { document })).loadKnowledge;
  const stored = { pieces: PIECES, nodes: ENTITIES, edges: EDGES, skipped: [] };
  const all = ENTITIES + PIECES + EDGES;
  expect(await load()).toMatchObject({ ...stored, created: all, updated: 0, unchanged: 0 });
  expect(await load()).toMatchObject({ ...stored, created: 0, updated: 0, unchanged: all });
  const { entities, pieces } = await service.data<Record<string, { totalCount: number }>>(
    namespace,
    '{ entities(type: "part") { totalCount } pieces { totalCount } }',
  );
  expect([entities?.totalCount, pieces?.totalCount]).toEqual([ENTITIES, PIECES]);
  const more = { ...document, metadata: { 'part:0': { entity_type: 'part', properties: { a: 1 } } } };
  const { errors } = await service.graphql(namespace, LOAD, { document: more });
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'LIMIT_EXCEEDED' });
}, 1_800_000);
