import { afterAll, beforeAll, expect, it } from 'vitest';
import { FuzzedService } from './fuzzed-service.js';

/** `npm run test:fuzz` sends 20,000 calls of each kind; here, the same few are sent each time. */
const CALLS = 300;
const SEED = 1;
/** Fields that change what other tests on the same database need. */
const SKIPPED = [
  // Once a key is stored, the database refuses callers without one.
  'createApiKey',
  'revokeApiKey',
  // Changes the model of all namespaces.
  'reembed',
];

let fuzzed: FuzzedService;
beforeAll(async () => {
  fuzzed = await FuzzedService.start({ skipped: SKIPPED });
});
afterAll(() => fuzzed?.close());

it('answers random operations of GraphQL without a defect', async () => {
  const { failures, codes } = await fuzzed.graphql(CALLS, SEED);
  expect(failures).toEqual([]);
  expect(codes.get('none')).toBeGreaterThan(CALLS / 8);
});

it('answers random calls of MCP tools without a defect, in the declared form', async () => {
  const { failures, codes } = await fuzzed.mcp(CALLS, SEED);
  expect(failures).toEqual([]);
  expect(codes.get('none')).toBeGreaterThan(CALLS / 8);
});

it('then has stored nothing that contradicts itself', async () => {
  expect(await fuzzed.contradictions()).toEqual([]);
});
