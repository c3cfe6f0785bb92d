import { afterAll, beforeAll, expect, it } from 'vitest';
import { FuzzedService } from './fuzzed-service.js';
import { NOT_ON_A_SHARED_DATABASE } from './skipped.js';

/** `npm run test:fuzz` sends 20,000 calls of each kind; here, the same few are sent each time. */
const CALLS = 300;
const SEED = 1;

let fuzzed: FuzzedService;
beforeAll(async () => {
  fuzzed = await FuzzedService.start(NOT_ON_A_SHARED_DATABASE);
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
