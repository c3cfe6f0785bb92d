import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strategyTrust } from '../../src/adaptive/trust.js';
import { EvidenceKind } from '../../src/evidence/evidence.model.js';
import { Ledger } from '../../src/evidence/ledger.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import { cypherFileNames, readCypherFile } from '../../src/graph/statement.js';
import { itemTrust } from '../../src/items/trust.js';
import { memoryTrust } from '../../src/memories/confidence.js';
import { connectedGraph, testConfig } from '../support/graph.js';
import { RULED, START } from './histories.js';
import { foldsAsRuled, replayInDatabase } from './replaying.js';

let graph: GraphService;
let ledger: Ledger;
let driver: Driver;
beforeAll(async () => {
  graph = await connectedGraph();
  ledger = new Ledger(graph);
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

it('is where evidence is made, by one statement a policy and by no other', () => {
  const next = '\\b(?:MATCH|WITH|RETURN|SET|WHERE|CALL|UNWIND|FOREACH|REMOVE|DELETE)\\b';
  const making = new RegExp(`\\b(?:CREATE|MERGE)\\b(?:(?!${next})[^])*:Evidence\\b|\\bSET\\s+\\w+:Evidence\\b`);
  expect(making.test('MERGE (a)-[:HAS_EVIDENCE]->(b:Evidence {id: 1})')).toBe(true);
  const makers = cypherFileNames().filter(
    (name) => !name.startsWith('schema/') && making.test(readCypherFile(name).text),
  );
  expect(makers).toEqual(['evidence/record-consensus', 'evidence/record-factor', 'evidence/record-laplace']);
});

// replay.release-spec.ts has 10,000 of each.
describe.each(Object.entries(RULED))('the ledger of the policy %s', (_, ruled) => {
  it('folds to the trust that the rules make of 500 random histories, in whatever order its entries come', () =>
    foldsAsRuled(ruled, 500));

  it('gives the same bits in the database for 20 of them, many rows of a node in a batch', () =>
    replayInDatabase(ruled, 20, { graph, ledger, driver }));
});

it('folds entries that keep no constants with those of the policy that folds, others with their own', () => {
  const entry = {
    id: 'e',
    kind: EvidenceKind.STEP_FAILURE,
    positive: false,
    weight: 0.1,
    at: START,
    appliedAt: START,
    sequence: 0,
  };
  const { fold } = itemTrust('none');
  const begin = { trust: 1, since: START };
  expect(fold(begin, [entry]).trust).toBe(0.5);
  expect(fold(begin, [{ ...entry, policyConstants: '{"floor":0.2}' }]).trust).toBe(0.2);
  expect(
    strategyTrust.fold(begin, [{ ...entry, policyConstants: '{"priorSuccesses":3,"priorAttempts":5}' }]).trust,
  ).toBe(0.5);
});

it('decides the consensus of entries that do not say how settled their node was as it was decided', () => {
  const signal = (id: string, sequence: number, firstApplied: boolean) => ({
    id,
    kind: EvidenceKind.EXPLICIT_FEEDBACK,
    positive: true,
    weight: 0.1,
    at: START,
    appliedAt: START,
    state: 'APPLIED',
    sequence,
    firstApplied,
  });
  const { fold } = memoryTrust(testConfig());
  const begin = { trust: 0.5, since: START };
  const entries = [signal('a', 0, true), signal('b', 1, false), signal('c', 2, true)];
  expect(fold(begin, entries).trust).toBeCloseTo(0.8, 12);
  expect(fold(begin, entries, new Set(['b'])).trust).toBeCloseTo(0.7, 12);
  // No signal is left with which b could agree.
  expect(fold(begin, entries, new Set(['a', 'c'])).trust).toBe(0.5);
});
