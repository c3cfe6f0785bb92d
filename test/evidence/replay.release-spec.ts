import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { Ledger } from '../../src/evidence/ledger.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import { connectedGraph } from '../support/graph.js';
import { RULED } from './histories.js';
import { foldsAsRuled, replayInDatabase } from './replaying.js';

let graph: GraphService;
let driver: Driver;
beforeAll(async () => {
  graph = await connectedGraph();
  driver = neo4j.driver(
    process.env.TEST_NEO4J_URI ?? '',
    neo4j.auth.basic(process.env.TEST_NEO4J_USER ?? 'neo4j', process.env.TEST_NEO4J_PASSWORD ?? ''),
    { disableLosslessIntegers: true },
  );
});
afterAll(async () => {
  await driver.close();
  await graph.onApplicationShutdown();
});

describe.each(Object.entries(RULED))('the ledger of the policy %s', (_, ruled) => {
  it('folds to the trust that the rules make of 10,000 random histories', () => foldsAsRuled(ruled, 10_000));

  it(
    'gives the bits of its fold for 10,000 random histories',
    () => replayInDatabase(ruled, 10_000, { graph, ledger: new Ledger(graph), driver }),
    1_200_000,
  );
});
