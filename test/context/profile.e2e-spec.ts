import { afterAll, beforeAll, expect, it } from 'vitest';
import { heartwood } from '../../clients/typescript/src/index.js';
import { LOAD } from '../layers/support.js';
import { freshNamespace } from '../support/graph.js';
import { contextService, type TestService } from './support.js';

const namespace = freshNamespace();
const ALICE = 'user:alice';
let service: TestService;
beforeAll(async () => {
  service = await contextService();
  const colleagues = Array.from({ length: 120 }, (_, n) => `user:colleague-${String(n).padStart(3, '0')}`);
  const papers = Array.from({ length: 60 }, (_, n) => `paper:essay-${String(n).padStart(3, '0')}`);
  const tools = ['tool:mesher', 'tool:solver', 'tool:zonal_turbulence'];
  const edge = (source: string, type: string, target: string) => ({
    source_id: source,
    edge_type: type,
    target_id: target,
  });
  const document = {
    metadata: { [ALICE]: { entity_type: 'user', properties: { team: 'aero' } } },
    graph: {
      nodes: [ALICE, ...colleagues, ...papers, ...tools].map((id) => ({
        node_id: id,
        node_type: id.slice(0, id.indexOf(':')),
        label: id.slice(id.indexOf(':') + 1).replaceAll('_', ' '),
      })),
      edges: [
        ...colleagues.map((colleague) => edge(ALICE, 'KNOWS', colleague)),
        ...tools.map((tool) => edge(ALICE, 'USES', tool)),
        edge('user:colleague-007', 'ADMIRES', ALICE),
        ...papers.map((paper) => edge(paper, 'CITES', ALICE)),
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
  expect(lines).toHaveLength(21);
  expect(lines).toContain('HAS → Zephyr nozzles');
  expect(lines).toContain('HAS → part:latest');
  expect(lines.at(-1)).toBe('HAS: and 381 more');
});

const QUESTION = 'Which turbulence model suits colleague-077, and does essay-041 cite it?';
const isChosen = (text: string) => {
  const lines = text.split('\n');
  expect(lines).toContain('USES → zonal turbulence');
  expect(lines).toContain('KNOWS → colleague-077');
  expect(lines).toContain('essay-041 —CITES→ alice');
  expect(lines.filter((line) => line.startsWith('KNOWS →')).length).toBeLessThanOrEqual(10);
  const more = lines.filter((line) => line.includes('more'));
  const left = (type: string, all: number, shown: (line: string) => boolean) => {
    const count = all - lines.filter((line) => shown(line) && !line.includes('more')).length;
    return count === 0 ? [] : [`${type}: and ${count} more`];
  };
  expect(more).toEqual([
    ...left('KNOWS', 120, (line) => line.startsWith('KNOWS →')),
    ...left('USES', 3, (line) => line.startsWith('USES →')),
    ...left('—CITES→ alice', 60, (line) => line.includes('—CITES→ alice')),
  ]);
};

it('chooses the same for the context, a formatted retrieval and the sections of a prompt', async () => {
  isChosen((await profileOf(QUESTION)).join('\n'));
  const query = `query ($query: String!) {
    retrieve(query: $query, entityId: "user:alice") { formatted graphContext { target { id } } moreRelations { count } }
    provideKnowledge(query: $query, entityId: "user:alice", templates: [{ infoType: "user_profile", engine: FORMAT,
      template: "{text} | {more_relations[0].text} | {more_relations[0].count}" }]) { sections { infoType text } } }`;
  const { retrieve, provideKnowledge } = await service.data<{
    retrieve: { formatted: string; graphContext: { target: { id: string } }[]; moreRelations: unknown[] };
    provideKnowledge: { sections: { infoType: string; text: string }[] };
  }>(namespace, query, { query: QUESTION });
  isChosen(retrieve.formatted);
  // The relations as data are the nearest in the order of the index, unless they are requested by relevance.
  expect(retrieve.graphContext.map(({ target }) => target.id)).not.toContain('tool:zonal_turbulence');
  expect(retrieve.moreRelations).toEqual([]);
  const [own, context] = provideKnowledge.sections;
  const [text = '', line = '', count] = (own?.text ?? '').split(' | ');
  isChosen(`${text}\n${context?.text}`);
  expect(line).toBe(`KNOWS: and ${count} more`);
});

it('returns the chosen relations as data where this is requested', async () => {
  const query = `query ($query: String!) { retrieve(query: $query, entityId: "user:alice", relationsBy: RELEVANCE, firstRelations: 30) {
    graphContext { relationType target { id } } moreRelations { relationType isOwn count isCounted } } }`;
  const { retrieve } = await service.data<{
    retrieve: { graphContext: { relationType: string; target: { id: string } }[]; moreRelations: unknown[] };
  }>(namespace, query, { query: QUESTION });
  const typed = (type: string) => retrieve.graphContext.filter(({ relationType }) => relationType === type);
  expect(['KNOWS', 'CITES', 'USES', 'ADMIRES'].map((type) => typed(type).length)).toEqual([10, 16, 3, 1]);
  expect(typed('KNOWS').map(({ target }) => target.id)).toContain('user:colleague-077');
  expect(retrieve.moreRelations).toEqual([
    { relationType: 'KNOWS', isOwn: true, count: 110, isCounted: true },
    { relationType: 'CITES', isOwn: false, count: 44, isCounted: true },
  ]);
});

it('gives formatters of the client the same choice', async () => {
  const provide = heartwood({ url: service.url, namespace }).knowledgeProvider({
    entityId: ALICE,
    formatters: { user_profile: ({ text, more_relations }) => `${text}\n${more_relations.length} type` },
  });
  const { user_profile: own = '', context } = await provide(QUESTION);
  expect(own.split('\n').at(-1)).toBe('2 type');
  isChosen(`${own}\n${context}`);
});
