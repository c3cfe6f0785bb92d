import neo4j from 'neo4j-driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EvidenceKind } from '../../src/evidence/evidence.model.js';
import { itemTrust } from '../../src/items/trust.js';
import { CATALOG, importCatalog, type PlanningService, SAVE_PLAN, type SavedPlan, startPlanning } from './support.js';

// TRUST_RECOVERY decides which successes restore the trust of an item.

const POLICIES = ['none', 'all'] as const;
type Policy = (typeof POLICIES)[number];

const services = new Map<Policy, PlanningService>();
beforeAll(async () => {
  for (const policy of POLICIES) services.set(policy, await startPlanning({ TRUST_RECOVERY: policy }));
});
afterAll(async () => {
  await driver.close();
  await Promise.all([...services.values()].map((service) => service.close()));
});

const driver = neo4j.driver(
  process.env.TEST_NEO4J_URI ?? '',
  neo4j.auth.basic(process.env.TEST_NEO4J_USER ?? 'neo4j', process.env.TEST_NEO4J_PASSWORD ?? ''),
  { disableLosslessIntegers: true },
);

const REPORT = `mutation ($input: StepReportInput!) { reportStep(input: $input) { trustAfter learning { id } step { outcome } } }`;
const ITEM = `query ($id: ID!) { knowledgeItem(id: $id) { trust trustHistory { trust evidenceId }
  evidence(first: 100) { nodes { id kind positive weight state trustBefore trustAfter agent comment } } } }`;

const TRIED = 'MATCH (k:Knowledge {namespace: $namespace, id: $id}) RETURN k.tried AS tried, k.succeeded AS succeeded';

interface Reported {
  readonly trustAfter: number | null;
  readonly learning: { readonly id: string } | null;
}
interface Evidence {
  readonly id: string;
  readonly kind: EvidenceKind;
  readonly positive: boolean;
  readonly weight: number;
  readonly trustBefore: number;
  readonly trustAfter: number;
}
interface Item {
  readonly trust: number;
  readonly trustHistory: readonly { readonly trust: number; readonly evidenceId: string | null }[];
  readonly evidence: { readonly nodes: readonly Evidence[] };
}

/** Creates a namespace in a service with this policy. */
async function under(policy: Policy) {
  const service = services.get(policy);
  if (!service) throw new Error(`No service runs with ${policy}`);
  const headers = { 'x-namespace': `test-${crypto.randomUUID()}`, 'x-agent': 'gui-agent' };
  await service.ask(importCatalog, { items: CATALOG }, headers);
  return {
    plan: async (actions: readonly Record<string, unknown>[]) =>
      (
        await service.ask<{ savePlan: SavedPlan }>(
          SAVE_PLAN,
          { input: { task: 'Open', actions: actions.map((action) => ({ toolName: 'Click-Tool', ...action })) } },
          headers,
        )
      ).savePlan.id,
    report: async (planId: string, stepNum: number, outcome: string, more: Record<string, unknown> = {}) => {
      const fields =
        outcome === 'FAILURE'
          ? { error: 'no such menu' }
          : outcome === 'CORRECTED'
            ? { correctedAction: { tool_name: 'Shortcut-Tool' }, humanReasoning: 'Use the keyboard' }
            : {};
      const input = { planId, stepNum, outcome, ...fields, ...more };
      return (await service.ask<{ reportStep: Reported }>(REPORT, { input }, headers)).reportStep;
    },
    attribute: (planId: string, stepNum: number, itemId = 'open_files') =>
      service.ask(
        'mutation ($planId: ID!, $stepNum: Int!, $itemId: ID!) { attributeStep(planId: $planId, stepNum: $stepNum, itemId: $itemId) { trustAfter } }',
        { planId, stepNum, itemId },
        headers,
      ),
    /** Returns how often an item succeeded, and how often it was tried. */
    tries: async (id = 'open_files') => {
      const { records } = await driver.executeQuery(TRIED, { namespace: headers['x-namespace'], id });
      return [records[0]?.get('succeeded') as unknown, records[0]?.get('tried') as unknown];
    },
    item: async (id = 'open_files') =>
      (await service.ask<{ knowledgeItem: Item }>(ITEM, { id }, headers)).knowledgeItem,
  };
}

/**
 * Checks an invariant: the stored trust is the fold of its evidence, and no evidence in favour of an item lowers it.
 */
function expectReplayed({ trust, evidence }: Item): void {
  const oldestFirst = evidence.nodes.toReversed();
  const now = new Date();
  const entries = oldestFirst.map((entry, sequence) => ({ ...entry, at: now, appliedAt: now, sequence }));
  expect(itemTrust('none').fold({ trust: 1, since: now }, entries).trust).toBe(trust);
  for (const { positive, trustBefore, trustAfter } of oldestFirst) {
    expect(positive ? trustAfter >= trustBefore : trustAfter <= trustBefore).toBe(true);
  }
}

/**
 * Reports one failure, a success that follows no learning, a correction, and a success that follows the learning of the
 * correction.
 */
async function play(policy: Policy): Promise<Item> {
  const { plan, report, item } = await under(policy);
  const first = await plan([{ kbSource: 'open_files' }, { kbSource: 'open_files' }, { kbSource: 'open_files' }]);
  await report(first, 0, 'FAILURE');
  await report(first, 1, 'SUCCESS');
  const { learning } = await report(first, 2, 'CORRECTED');
  const second = await plan([{ kbSource: 'open_files', followsLearning: learning?.id }]);
  await report(second, 0, 'SUCCESS');
  return item();
}

describe('after a failure, a success, a correction and a success that follows it', () => {
  it.each([
    // 1 · 0.95 · 0.95
    ['none', 0.9025, ['STEP_FAILURE', 'HUMAN_CORRECTION']],
    // 0.95 → 0.9525 → 0.904875 → 0.904875 + 0.05 · 0.095125
    ['all', 0.90963125, ['STEP_FAILURE', 'STEP_SUCCESS', 'HUMAN_CORRECTION', 'STEP_SUCCESS']],
  ] as const)('the trust under %s is %d, and replays', async (policy, trust, kinds) => {
    const item = await play(policy);
    expect(item.trust).toBeCloseTo(trust, 12);
    expect(item.evidence.nodes.map(({ kind }) => kind).toReversed()).toEqual(kinds);
    expectReplayed(item);
    expect(item.trustHistory.map((point) => point.trust).at(-1)).toBe(item.trust);
    expect(item.trustHistory).toHaveLength(kinds.length + 1);
  });
});

describe('tries and successes', () => {
  it.each(POLICIES)('counts each use once, whether it moved trust or not: %s', async (policy) => {
    const { plan, report, attribute, tries } = await under(policy);
    const id = await plan([...Array.from({ length: 3 }, () => ({ kbSource: 'open_files' })), {}]);
    expect(await tries()).toEqual([null, null]);
    await report(id, 0, 'FAILURE');
    await report(id, 0, 'CORRECTED');
    await report(id, 1, 'SUCCESS');
    await report(id, 1, 'SUCCESS');
    await report(id, 2, 'SUCCESS');
    expect(await tries()).toEqual([2, 3]);
    await report(id, 3, 'SUCCESS');
    expect(await tries()).toEqual([2, 3]);
    await attribute(id, 3);
    await attribute(id, 3);
    expect(await tries()).toEqual([3, 4]);
  });
});

describe('TRUST_RECOVERY=all', () => {
  it('keeps a success as evidence, with who reported it', async () => {
    const { plan, report, item } = await under('all');
    const id = await plan([{ kbSource: 'open_files' }, { kbSource: 'open_files' }]);
    await report(id, 0, 'FAILURE');
    expect((await report(id, 1, 'SUCCESS')).trustAfter).toBeCloseTo(0.9525, 12);
    expect((await item()).evidence.nodes[0]).toEqual({
      id: `report-step:${id}:1:SUCCESS`,
      kind: 'STEP_SUCCESS',
      positive: true,
      weight: 0.05,
      state: 'APPLIED',
      trustBefore: 0.95,
      trustAfter: expect.closeTo(0.9525, 12) as number,
      agent: 'gui-agent',
      comment: null,
    });
  });

  it('counts a step once, however often its success is repeated or raced', async () => {
    const { plan, report, item } = await under('all');
    const id = await plan([{ kbSource: 'open_files' }, { kbSource: 'open_files' }]);
    await report(id, 0, 'FAILURE');
    const answers = await Promise.all(Array.from({ length: 16 }, () => report(id, 1, 'SUCCESS')));
    expect(new Set(answers.map(({ trustAfter }) => trustAfter)).size).toBe(1);
    expect(answers[0]?.trustAfter).toBeCloseTo(0.9525, 12);
    expect((await item()).evidence.nodes).toHaveLength(2);
  });

  it('loses none of 64 parallel reports, half of them failures', async () => {
    const { plan, report, item } = await under('all');
    const id = await plan(Array.from({ length: 64 }, () => ({ kbSource: 'open_files' })));
    await Promise.all(Array.from({ length: 64 }, (_, num) => report(id, num, num % 2 === 0 ? 'FAILURE' : 'SUCCESS')));
    const after = await item();
    expect(after.evidence.nodes).toHaveLength(64);
    expect(after.evidence.nodes.filter(({ positive }) => positive)).toHaveLength(32);
    expectReplayed(after);
    const oldestFirst = after.evidence.nodes.toReversed();
    oldestFirst.slice(1).forEach(({ trustBefore }, index) => expect(trustBefore).toBe(oldestFirst[index]?.trustAfter));
  });

  it('gives nothing for a step without an item, for one that was skipped, and above 1', async () => {
    const { plan, report, item } = await under('all');
    const id = await plan([{}, { kbSource: 'open_files' }, { kbSource: 'open_files' }]);
    expect((await report(id, 0, 'SUCCESS')).trustAfter).toBeNull();
    expect((await report(id, 1, 'SKIPPED')).trustAfter).toBeNull();
    expect((await report(id, 2, 'SUCCESS')).trustAfter).toBe(1);
    const after = await item();
    expect([after.trust, after.evidence.nodes.length]).toEqual([1, 1]);
  });
});
