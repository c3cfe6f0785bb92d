import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshNamespace } from '../support/graph.js';
import { contextService, type TestService } from './support.js';

// The tokens of a context are spent on what answers.

let service: TestService;
const namespace = freshNamespace();
const LONG = Array.from({ length: 350 }, (_, n) => `Step ${n} of the turbine restart checks valve ${n} twice.`).join(
  ' ',
);

const data = <Data>(query: string, variables: object = {}, headers: Record<string, string> = {}) =>
  service.data<Data>(namespace, query, variables, headers);
const record = (title: string, content: string, outcome = 'SUCCESS', project = 'default') =>
  data(
    'mutation ($input: MemoryInput!) { recordMemory(input: $input) { id } }',
    { input: { title, description: title, content, outcome, scope: 'ORG' } },
    { 'x-project': project, 'x-agent': project },
  );
const contextFor = async (query: string, maxTokens = 2_000) => {
  const { context } = await data<{
    context: { text: string; tokensUsed: number; omitted: number; hits: { knowledge: { title: string } }[] };
  }>(
    'query ($input: ContextInput!) { context(input: $input) { text tokensUsed omitted hits { knowledge { title } } } }',
    { input: { query, maxTokens } },
  );
  return { ...context, titles: context.hits.map(({ knowledge }) => knowledge.title) };
};

beforeAll(async () => {
  service = await contextService();
  await record('Turbine restart', LONG);
  await record('Mirror the backup of the ledger', 'Run rsync with the archive flag. Then compare the checksums.');
  await record('The canteen opens', 'Lunch is served from noon on, and the soup is ledger green.');
});
afterAll(() => service.close());

it('gives the beginning of a long memory, in whole sentences, and says how much is missing', async () => {
  expect(LONG.length).toBeGreaterThan(17_000);
  const { text, tokensUsed, titles, omitted } = await contextFor('turbine restart valve', 500);
  expect(titles).toEqual(['Turbine restart']);
  expect(omitted).toBe(0);
  const [, characters] = /\nCut here: (\d+) of \d+ characters\. A search gives all of memory:\w+\.$/.exec(text) ?? [];
  expect(LONG.slice(0, Number(characters))).toMatch(/twice\.$/);
  expect(text).toContain(LONG.slice(0, Number(characters)).slice(-60));
  expect(tokensUsed).toBeGreaterThan(350);
  expect(tokensUsed).toBeLessThanOrEqual(500);
});

it('prints equal contents once, and an anti-pattern with the words of a success beside it', async () => {
  await record('Grease the yaw bearing', 'Use the blue grease.', 'SUCCESS', 'one');
  await record('Yaw bearing, greased', 'Use the blue grease.', 'SUCCESS', 'two');
  await record('Yaw bearing, never greased', 'Use the blue grease.', 'FAILURE', 'three');
  const { text } = await contextFor('grease the yaw bearing');
  expect(text.match(/Use the blue grease\./g)).toHaveLength(2);
  expect(text.match(/failure – avoid this/g)).toHaveLength(1);
});

it('says in the text how many hits had no room', async () => {
  const { text, omitted } = await contextFor('turbine restart valve, the ledger backup checksums', 90);
  expect(omitted).toBeGreaterThan(0);
  expect(text.split('\n').at(-1)).toBe(`${omitted} more ${omitted === 1 ? 'was' : 'were'} found, but had no room.`);
});
