import { afterAll, beforeAll, expect, it } from 'vitest';
import { callerFrom } from '../../src/common/caller.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import { LearningKind } from '../../src/items/items.model.js';
import { ItemsService } from '../../src/items/items.service.js';
import { PlanService } from '../../src/planning/plan.service.js';
import { StepOutcome } from '../../src/planning/planning.model.js';
import { attributeSteps, type Lesson, reportSteps, savePlans } from '../../src/planning/planning.statements.js';
import { connectedGraph, freshNamespace } from '../support/graph.js';
import { CATALOG, type PlanningService, startPlanning } from './planning.js';

// The statements as many replicas send them: every row in a transaction of its own, without the queue of one process.

let graph: GraphService;
let service: PlanningService;
let namespace: string;
beforeAll(async () => {
  // Neo4j reports deadlocks that are none when many wait for one node; the driver needs time to try again.
  graph = await connectedGraph({ NEO4J_RETRY_MS: '60000' });
  service = await startPlanning();
  namespace = freshNamespace();
  await service.app.get(ItemsService, { strict: false }).importCatalog(namespace, CATALOG);
});
afterAll(async () => {
  await graph.onApplicationShutdown();
  await service.close();
});

const WRITERS = 16;
const FACTOR = { factor: 0.95, floor: 0.5, share: 0.05, recovery: 'none' } as const;
const planOf = (count: number, kbSource?: string) =>
  service.app.get(PlanService, { strict: false }).savePlan(callerFrom({ namespace }), {
    task: 't',
    actions: Array.from({ length: count }, () => ({ toolName: 'X', kbSource })),
  });
const lesson = (id: string): Lesson => ({
  human: false,
  learning: {
    namespace,
    id: `learning-${id}`,
    kind: LearningKind.SELF_EXPLORATION,
    task: 't',
    stepNum: 0,
    originalAction: '{}',
    verified: false,
    contentHash: id,
    timestamp: new Date(),
  },
  evidence: {
    namespace,
    id: `evidence-${id}`,
    kind: 'STEP_FAILURE',
    agent: null,
    comment: '',
    learningId: `learning-${id}`,
  },
});
const trustOf = async (id: string) =>
  (await service.app.get(ItemsService, { strict: false }).getItem(namespace, id)).trust;
const rowOf = (planId: string, stepNum: number, itemId: string | null, reportHash: string, given: Lesson) => ({
  n: 0,
  namespace,
  planId,
  stepNum,
  itemId,
  now: new Date(),
  outcome: StepOutcome.FAILURE,
  reportHash,
  report: { error: 'e' },
  followedLearning: null,
  ...given,
});

it('counts the failures of many transactions at once, each once', async () => {
  const plan = await planOf(WRITERS, 'open_files');
  const answers = await Promise.all(
    Array.from({ length: WRITERS }, (_, num) =>
      graph.run(
        reportSteps,
        { ...FACTOR, rows: [rowOf(plan.id, num, 'open_files', 'h', lesson(`a${num}`))] },
        { timeoutMs: 60_000 },
      ),
    ),
  );
  expect(answers.flat().map(({ answer }) => answer)).toEqual(Array(WRITERS).fill('RECORDED'));
  // Each has seen the one before it: 0.95, 0.9025, … down to one half.
  const trusts = answers.flat().map(({ trustAfter }) => trustAfter ?? 0);
  const expected = Array.from({ length: WRITERS }, (_, index) => Math.max(0.5, 0.95 ** (index + 1)));
  trusts.toSorted((a, b) => b - a).forEach((trust, index) => expect(trust).toBeCloseTo(expected[index] ?? 0, 9));
  expect(await trustOf('open_files')).toBe(0.5);
}, 120_000);

it('counts one step once when many transactions report it at once', async () => {
  const plan = await planOf(1, 'batch_mode');
  const answers = await Promise.all(
    Array.from({ length: WRITERS }, (_, index) => {
      // As replicas send it: the same observation, each with a learning id of its own.
      const given = lesson(`b${index}`);
      const row = rowOf(plan.id, 0, 'batch_mode', 'h', { ...given, evidence: { ...given.evidence, id: 'evidence-b' } });
      return graph.run(reportSteps, { ...FACTOR, rows: [row] }, { timeoutMs: 60_000 });
    }),
  );
  expect(
    answers
      .flat()
      .map(({ answer }) => answer)
      .toSorted(),
  ).toEqual(['RECORDED', ...Array(WRITERS - 1).fill('REPEATED')].toSorted());
  expect(new Set(answers.flat().map(({ learningId }) => learningId)).size).toBe(1);
  expect(await trustOf('batch_mode')).toBe(0.95);
}, 120_000);

it('takes one of many different reports of a step that came from no item', async () => {
  const plan = await planOf(1);
  const answers = await Promise.all(
    Array.from({ length: WRITERS }, (_, index) =>
      graph.run(
        reportSteps,
        { ...FACTOR, rows: [rowOf(plan.id, 0, null, `h${index}`, lesson(`e${index}`))] },
        { timeoutMs: 60_000 },
      ),
    ),
  );
  const taken = answers.flat().map(({ answer }) => answer);
  expect(taken.filter((answer) => answer === 'RECORDED')).toHaveLength(1);
  expect(taken.filter((answer) => answer === 'CONFLICT')).toHaveLength(WRITERS - 1);
}, 120_000);

const NOT_MOVED = {
  movedFrom: null,
  observed: [],
  retraction: { namespace: '', id: 'r', kind: 'RETRACTION', agent: null, comment: null, learningId: null },
};

it('sends a report back that was made for another item than the step has by now', async () => {
  const plan = await planOf(1);
  const key = { namespace, planId: plan.id, stepNum: 0, now: new Date() };
  const attribute = (reportHash: string | null) =>
    graph.run(attributeSteps, {
      ...FACTOR,
      rows: [{ n: 0, ...key, ...NOT_MOVED, itemId: 'save_output', reportHash, correctionHash: null, lessons: [] }],
    });
  expect((await attribute('reported since'))[0]?.answer).toBe('CHANGED');
  expect((await attribute(null))[0]?.answer).toBe('RECORDED');
  expect((await attribute(null))[0]?.answer).toBe('REPEATED');
  const [moved] = await graph.run(reportSteps, { ...FACTOR, rows: [rowOf(plan.id, 0, null, 'h', lesson('c'))] });
  expect(moved).toMatchObject({ answer: 'MOVED', learningId: null });
  expect(await trustOf('save_output')).toBe(1);
});

it('answers every row of a batch by what the rows before it did', async () => {
  const plan = await planOf(2, 'concatenate_mode');
  const row = (n: number, num: number, hash: string) => ({
    ...rowOf(plan.id, num, 'concatenate_mode', hash, lesson(`d${n}`)),
    n,
  });
  const twice = { ...row(1, 0, 'h'), evidence: row(0, 0, 'h').evidence };
  const answers = await graph.run(reportSteps, {
    ...FACTOR,
    rows: [row(0, 0, 'h'), twice, row(2, 0, 'other'), row(3, 1, 'h')],
  });
  expect(answers.map(({ answer, trustAfter }) => [answer, trustAfter])).toEqual([
    ['RECORDED', 0.95],
    ['REPEATED', 0.95],
    ['CONFLICT', null],
    ['RECORDED', 0.9025],
  ]);
});

it('keeps a plan whole: one that cannot be recovered leaves nothing', async () => {
  const row = (n: number, key: string, recovers: string | null) => ({
    n,
    namespace,
    now: new Date(),
    key,
    recovers,
    plan: {
      namespace,
      id: `plan-${key}`,
      idempotencyKey: key,
      requestHash: 'h',
      task: 't',
      reasoning: null,
      estimatedDuration: null,
      agent: null,
      receiptId: null,
      retrieved: '[]',
      settings: '{}',
      createdAt: new Date(),
    },
    lockIds: [],
    retrieved: [],
    shown: [],
    steps: [],
    recoveryApproach: null,
    completed: [],
  });
  const answers = await graph.run(savePlans, {
    rows: [row(0, 'x', null), row(1, 'x', null), row(2, 'y', 'plan-x'), row(3, 'z', 'plan-x'), row(4, 'w', 'nothing')],
  });
  expect(answers).toEqual([
    { n: 0, outcome: 'CREATED', planId: 'plan-x' },
    { n: 1, outcome: 'EXISTS', planId: 'plan-x' },
    { n: 2, outcome: 'CREATED', planId: 'plan-y' },
    { n: 3, outcome: 'RECOVERED', planId: 'plan-z' },
    { n: 4, outcome: 'NO_PLAN', planId: 'plan-w' },
  ]);
  const plans = service.app.get(PlanService, { strict: false });
  expect(await plans.findPlan(namespace, 'plan-z')).toBeUndefined();
  expect(await plans.findPlan(namespace, 'plan-y')).toMatchObject({ number: 1, recoversId: 'plan-x' });
});
