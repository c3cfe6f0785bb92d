import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strategyTrust } from '../../src/adaptive/trust.js';
import { calibrationOf } from '../../src/evidence/calibration.js';
import { EvidenceKind } from '../../src/evidence/evidence.model.js';
import { Ledger } from '../../src/evidence/ledger.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import { cypherFileNames, readCypherFile } from '../../src/graph/statement.js';
import { itemTrust } from '../../src/items/trust.js';
import { memoryTrust } from '../../src/memories/confidence.js';
import { connectedGraph, freshNamespace, testConfig } from '../support/graph.js';
import { RULED, START } from './histories.js';
import { loadRecorded } from './recorded.js';
import { foldsAsRuled, replayInDatabase } from './replaying.js';

let graph: GraphService;
let ledger: Ledger;
let driver: Driver;
beforeAll(async () => {
  graph = await connectedGraph();
  ledger = new Ledger(graph, testConfig());
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

it('calibrates the database of release 0.1.0 as that release did', async () => {
  const namespace = freshNamespace();
  await loadRecorded(driver, namespace);
  const memories = memoryTrust(testConfig({ POLICY: 'seed' }));
  const sums = async (policy: Parameters<Ledger['calibrate']>[0], bins: number) => {
    const found = await ledger.calibrate(policy, { namespace, required: [] }, bins);
    return { found, calibration: calibrationOf(found, bins) };
  };
  const close = (value: number) => expect.closeTo(value, 12) as number;
  // Results of the three statements of an item's policy, recorded before these statements were replaced.
  const items = await sums(itemTrust('none'), 10);
  expect(items.found).toEqual([
    { bin: 8, samples: 1, trust: 0.8, successes: 0, squaredErrors: close(0.64) },
    { bin: 9, samples: 3, trust: close(2.8525), successes: 2, squaredErrors: close(1.01200625) },
  ]);
  expect(items.calibration).toMatchObject({
    samples: 4,
    brierScore: close(0.4130015625),
    expectedCalibrationError: close(0.413125),
  });
  const memory = await sums(memories, 10);
  expect(memory.found).toEqual([
    { bin: 1, samples: 1, trust: close(0.186666550925926), successes: 0, squaredErrors: close(0.034844401234581324) },
    { bin: 3, samples: 1, trust: close(0.38666657021604944), successes: 0, squaredErrors: close(0.14951103652264308) },
    { bin: 7, samples: 8, trust: close(6.346527237654322), successes: 4, squaredErrors: close(2.6621034879758945) },
    { bin: 9, samples: 1, trust: close(0.9999999807098765), successes: 0, squaredErrors: close(0.9999999614197533) },
  ]);
  expect(memory.calibration).toMatchObject({
    samples: 11,
    brierScore: close(0.3496780806502611),
    expectedCalibrationError: close(0.35635093995510675),
  });
  const strategies = await sums(strategyTrust, 10);
  expect(strategies.found).toEqual([
    { bin: 5, samples: 3, trust: close(1.5), successes: 3, squaredErrors: close(0.75) },
    { bin: 6, samples: 2, trust: close(1.2666666666666666), successes: 0, squaredErrors: close(0.8044444444444444) },
  ]);
  expect(strategies.calibration).toMatchObject({
    samples: 5,
    brierScore: close(0.3108888888888889),
    expectedCalibrationError: close(0.5533333333333333),
  });
  await driver.executeQuery('MATCH (node:Knowledge|Evidence|Plan|Step {namespace: $namespace}) DETACH DELETE node', {
    namespace,
  });
});
