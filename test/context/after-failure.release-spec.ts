import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ThrowAwayNeo4j, throwAwayNeo4j } from '../setup/throw-away-neo4j.js';
import { freshNamespace } from '../support/graph.js';
import { contextService, type TestService } from './support.js';

// A failure lowers the trust of an item by 5 %. Over all kinds, the item stays near the top, and is given with its learning.

interface Task {
  readonly task_id: string;
  readonly task: string;
}

const read = (name: string) => JSON.parse(readFileSync(`sample/${name}.json`, 'utf8')) as unknown[];
/** Number of tasks whose best item may fall below the third place, or lose its room in the context. Today there is none. */
const EXCEPTIONS = 2;

// How rare a word is among all texts of a database moves the ranking.
let database: ThrowAwayNeo4j;
let service: TestService;
const namespace = freshNamespace();
const data = <Data>(query: string, variables: object = {}) =>
  service.data<Data>(namespace, query, variables, { 'x-agent': 'a' });
beforeAll(async () => {
  database = await throwAwayNeo4j();
  service = await contextService(database.connection);
  await data('mutation ($items: [JSON!]!) { importCatalog(items: $items) { created } }', {
    items: read('knowledge_catalog'),
  });
  const memory = {
    title: 'Ask before you overwrite a file',
    description: 'Overwriting',
    content: 'Ask.',
    outcome: 'SUCCESS',
  };
  await data('mutation ($input: MemoryInput!) { recordMemory(input: $input) { id } }', { input: memory });
});
afterAll(async () => {
  await service?.close();
  await database?.remove();
});

const itemsFor = async (query: string) => {
  const SEARCH =
    'query ($query: String!) { search(query: $query, first: 20, minMatch: 0) { hits { knowledge { kind id } } } }';
  const { search } = await data<{ search: { hits: { knowledge: { kind: string; id: string } }[] } }>(SEARCH, { query });
  return search.hits.flatMap(({ knowledge: { kind, id } }) => (kind === 'ITEM' ? [id] : []));
};
const contextFor = async (query: string) => {
  const { context } = await data<{ context: { text: string; hits: { knowledge: { id: string } }[] } }>(
    'query ($input: ContextInput!) { context(input: $input) { text hits { knowledge { id } } } }',
    { input: { query, maxTokens: 500, minMatch: 0 } },
  );
  return { text: context.text, ids: context.hits.map(({ knowledge }) => knowledge.id) };
};

it('keeps the best item of a public task near the top after one failure, and gives it with what was learned', async () => {
  const lost: string[] = [];
  const hidden: string[] = [];
  for (const { task_id: id, task } of read('tasks') as Task[]) {
    const [best] = await itemsFor(task);
    if (best === undefined) continue;
    const wasGiven = (await contextFor(task)).ids.includes(best);
    const recovery = `For ${id} the ribbon worked`;
    const { attachLearning } = await data<{ attachLearning: { item: { evidence: { nodes: { id: string }[] } } } }>(
      'mutation ($input: LearningInput!) { attachLearning(input: $input) { item { evidence(first: 1) { nodes { id } } } } }',
      {
        input: {
          itemId: best,
          kind: 'SELF_EXPLORATION',
          task,
          stepNum: 0,
          originalAction: { tool_name: 'Click-Tool' },
          originalError: 'Nothing happened',
          recoveryApproach: recovery,
        },
      },
    );
    if ((await itemsFor(task)).indexOf(best) > 2) lost.push(id);
    const after = await contextFor(task);
    if (wasGiven && !(after.ids.includes(best) && after.text.includes(recovery))) hidden.push(id);
    const [evidence] = attachLearning.item.evidence.nodes;
    await data('mutation ($ref: String!) { retract(ref: $ref, reason: "Only a test") { __typename } }', {
      ref: `evidence:${evidence?.id}`,
    });
  }
  expect(lost.length, `below the third place: ${lost.join(', ')}`).toBeLessThanOrEqual(EXCEPTIONS);
  expect(hidden.length, `no longer given with the learning: ${hidden.join(', ')}`).toBeLessThanOrEqual(EXCEPTIONS);
});
