import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  CATALOG,
  importCatalog,
  ITEM,
  type Item,
  type PlanningService,
  REPORT,
  type Report,
  SAVE_PLAN,
  type SavedPlan,
  startPlanning,
} from './support.js';

// Two services on one database. Anything that holds between them must depend only on the database.

let replicas: [PlanningService, PlanningService];
let headers: Record<string, string>;
beforeAll(async () => {
  replicas = [await startPlanning({}), await startPlanning({})];
  headers = { 'x-namespace': replicas[0].namespace };
  await replicas[0].ask(importCatalog, { items: CATALOG }, headers);
});
afterAll(() => Promise.all(replicas.map((replica) => replica.close())));

const replica = (index: number) => replicas[index % 2 === 0 ? 0 : 1];
const itemOf = async (id: string) =>
  (await replicas[1].ask<{ knowledgeItem: Item }>(ITEM, { id }, headers)).knowledgeItem;
const save = async (index: number, input: Record<string, unknown>) =>
  (await replica(index).ask<{ savePlan: SavedPlan }>(SAVE_PLAN, { input: { task: 't', ...input } }, headers)).savePlan;

it('counts the failures that two replicas report at once, each once', async () => {
  const actions = Array.from({ length: 16 }, () => ({ toolName: 'X', kbSource: 'open_files' }));
  const plan = await save(0, { actions });
  // Each of 16 failures is reported to both replicas.
  const reports = await Promise.all(
    Array.from({ length: 32 }, async (_, index) => {
      const input = { planId: plan.id, stepNum: index >> 1, outcome: 'FAILURE', error: 'e' };
      return (await replica(index).ask<{ reportStep: Report }>(REPORT, { input }, headers)).reportStep;
    }),
  );
  const item = await itemOf('open_files');
  expect(item.evidence.totalCount).toBe(16);
  expect(item.learnings.totalCount).toBe(16);
  expect(item.trust).toBe(0.5);
  expect(item.evidence.nodes.toReversed().reduce((trust, { weight }) => Math.max(0.5, trust * weight), 1)).toBe(0.5);
  for (let step = 0; step < 16; step++)
    expect(reports[2 * step]).toEqual({ ...reports[2 * step + 1], item: reports[2 * step]?.item });
});

it('saves one plan under a key that two replicas are given at once', async () => {
  const input = {
    idempotencyKey: 'both',
    actions: [{ toolName: 'X', kbSource: 'batch_mode' }],
    retrievedItems: ['batch_mode'],
  };
  const count = async () =>
    (await replicas[0].ask<{ plans: { totalCount: number } }>('{ plans { totalCount } }', {}, headers)).plans
      .totalCount;
  const before = await count();
  for (let round = 0; round < 5; round++) {
    const key = `both-${round}`;
    const plans = await Promise.all([0, 1, 2, 3].map((index) => save(index, { ...input, idempotencyKey: key })));
    expect(new Set(plans.map(({ id }) => id)).size).toBe(1);
  }
  expect(await count()).toBe(before + 5);
});

it('lets one of two replicas recover a plan', async () => {
  const plan = await save(0, { actions: [{ toolName: 'X' }] });
  const results = await Promise.allSettled(
    [0, 1].map((index) => save(index, { recovers: plan.id, actions: [{ toolName: 'Y' }] })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
