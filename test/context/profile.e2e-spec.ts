import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOAD } from '../layers/support.js';
import { freshNamespace } from '../support/graph.js';
import { contextService, type TestService } from './support.js';

const namespace = freshNamespace();
const ALICE = 'user:alice';
let service: TestService;
beforeAll(async () => {
  service = await contextService();
  const colleagues = Array.from({ length: 120 }, (_, n) => `user:colleague-${String(n).padStart(3, '0')}`);
  const tools = ['tool:mesher', 'tool:solver', 'tool:zonal_turbulence'];
  const edge = (source: string, type: string, target: string) => ({
    source_id: source,
    edge_type: type,
    target_id: target,
  });
  const document = {
    metadata: { [ALICE]: { entity_type: 'user', properties: { team: 'aero' } } },
    graph: {
      nodes: [ALICE, ...colleagues, ...tools].map((id) => ({
        node_id: id,
        node_type: id.slice(0, id.indexOf(':')),
        label: id.slice(id.indexOf(':') + 1).replaceAll('_', ' '),
      })),
      edges: [
        ...colleagues.map((colleague) => edge(ALICE, 'KNOWS', colleague)),
        ...tools.map((tool) => edge(ALICE, 'USES', tool)),
        edge('user:colleague-007', 'ADMIRES', ALICE),
      ],
    },
  };
  await service.data(namespace, LOAD, { document });
});
afterAll(() => service.close());

const profileOf = async (query: string) => {
  const { context } = await service.data<{ context: { text: string } }>(
    namespace,
    'query ($query: String!) { context(input: { query: $query, entityId: "user:alice", minMatch: 0 }) { text } }',
    { query },
  );
  return context.text.split('\n').filter((line) => line.includes('→') || line.includes('more'));
};

it('gives the relations that fit the question, ten of a crowd, and says how many more there are', async () => {
  const lines = await profileOf('Which turbulence model suits colleague-077?');
  expect(lines).toHaveLength(15);
  expect(lines).toContain('USES → zonal turbulence');
  expect(lines).toContain('KNOWS → colleague-077');
  expect(lines.filter((line) => line.startsWith('KNOWS →'))).toHaveLength(10);
  expect(lines).toContain('KNOWS: and 110 more');
  expect(lines).toContain('colleague-007 —ADMIRES→ alice');
});

it('gives the same text for the same question', async () => {
  expect(await profileOf('Which mesh?')).toEqual(await profileOf('Which mesh?'));
});

it('finds what fits the question among more relations than are read in order, then the latest', async () => {
  const many = Array.from({ length: 400 }, (_, n) => `part:${String(n).padStart(3, '0')}`);
  const load = (ids: readonly string[]) => {
    const node = (id: string) => ({ node_id: id, node_type: 'part', label: id === 'part:390' ? 'Zephyr nozzles' : id });
    const edges = ids.map((id) => ({ source_id: 'machine:x', edge_type: 'HAS', target_id: id }));
    const nodes = [{ node_id: 'machine:x', node_type: 'machine' }, ...ids.map(node)];
    return service.data(namespace, LOAD, { document: { graph: { nodes, edges } } });
  };
  await load(many);
  await load(['part:latest']);
  const query = 'query ($query: String!) { context(input: { query: $query, entityId: "machine:x", minMatch: 0 }) { text } }'; // prettier-ignore
  const { context } = await service.data<{ context: { text: string } }>(namespace, query, { query: 'When is the zephyr nozzle cleaned?' }); // prettier-ignore
  const lines = context.text.split('\n').filter((line) => line.startsWith('HAS'));
  expect(lines).toHaveLength(11);
  expect(lines).toContain('HAS → Zephyr nozzles');
  expect(lines).toContain('HAS → part:latest');
  expect(lines.at(-1)).toBe('HAS: and 391 more');
});
