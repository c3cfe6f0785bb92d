import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { callerFrom } from '../../src/common/caller.js';
import { EvidenceKind } from '../../src/evidence/evidence.model.js';
import { EvidenceService } from '../../src/evidence/evidence.service.js';
import { ChangeDoor, newChange } from '../../src/versions/change.model.js';
import { VersionKeeper } from '../../src/versions/keeping.service.js';
import { Ledger } from '../../src/evidence/ledger.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import type { Statement } from '../../src/graph/statement.js';
import { LearningKind } from '../../src/items/items.model.js';
import { CatalogService } from '../../src/items/catalog.service.js';
import { ItemsService } from '../../src/items/items.service.js';
import { itemTrust } from '../../src/items/trust.js';
import { PlanService } from '../../src/planning/plan.service.js';
import { StepOutcome } from '../../src/planning/planning.model.js';
import { attributeTogether, reportTogether } from '../../src/planning/entries.js';
import { type AttributionRow, type Lesson, type ReportRow, savePlans } from '../../src/planning/planning.statements.js';
import { ReportService } from '../../src/planning/report.service.js';
import { connectedGraph, freshNamespace } from '../support/graph.js';
import { CATALOG, type PlanningService, startPlanning } from './support.js';

// Runs the statements as many replicas do: every row in a transaction of its own, without the queue of one process.

let graph: GraphService;
let ledger: Ledger;
const versions = new VersionKeeper();
let service: PlanningService;
let namespace: string;
beforeAll(async () => {
  // If many transactions wait for one node, Neo4j also reports deadlocks where there are none, so the driver needs time
  // for retries.
  graph = await connectedGraph({ NEO4J_RETRY_MS: '60000' });
  ledger = new Ledger(graph);
  service = await startPlanning();
});
beforeEach(async () => {
  namespace = freshNamespace();
  await service.app.get(CatalogService, { strict: false }).importCatalog(namespace, CATALOG);
});
afterAll(async () => {
  await graph.onApplicationShutdown();
  await service.close();
});

const WRITERS = 16;
const report = (rows: readonly ReportRow[]) =>
  graph.transaction((transaction) => reportTogether(transaction, ledger, itemTrust('all'), rows), {
    timeoutMs: 60_000,
  });
const attribute = (rows: readonly AttributionRow[]) =>
  graph.transaction((transaction) => attributeTogether(transaction, { ledger, versions }, itemTrust('all'), rows));
const planOf = (count: number, kbSource?: string) =>
  service.app.get(PlanService, { strict: false }).savePlan(callerFrom({ namespace }), {
    task: 't',
    actions: Array.from({ length: count }, () => ({ toolName: 'X', kbSource })),
  });
const lesson = (id: string): Lesson => ({
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
  entry: {
    id: `evidence-${id}`,
    kind: EvidenceKind.STEP_FAILURE,
    agent: null,
    comment: '',
    learningId: `learning-${id}`,
  },
});
const trustOf = async (id: string) =>
  (await service.app.get(ItemsService, { strict: false }).getItem(namespace, id)).trust;
const rowOf = (
  planId: string,
  stepNum: number,
  itemId: string | null,
  reportHash: string,
  given: Lesson,
): ReportRow => ({
  namespace,
  planId,
  stepNum,
  itemId,
  revision: 0,
  now: new Date(),
  outcome: StepOutcome.FAILURE,
  reportHash,
  report: { error: 'e' },
  followedLearning: null,
  evidenceId: given.entry.id,
  ...given,
});

it('counts the failures of many transactions at once, each once', async () => {
  const plan = await planOf(WRITERS, 'open_files');
  const answers = await Promise.all(
    Array.from({ length: WRITERS }, (_, num) => report([rowOf(plan.id, num, 'open_files', 'h', lesson(`a${num}`))])),
  );
  expect(answers.flat().map((row) => row?.answer)).toEqual(Array(WRITERS).fill('RECORDED'));
  // Each report has seen the one before it: 0.95, 0.9025, … down to 0.5.
  const trusts = answers.flat().map((row) => row?.trustAfter ?? 0);
  const expected = Array.from({ length: WRITERS }, (_, index) => Math.max(0.5, 0.95 ** (index + 1)));
  trusts.toSorted((a, b) => b - a).forEach((trust, index) => expect(trust).toBeCloseTo(expected[index] ?? 0, 9));
  expect(await trustOf('open_files')).toBe(0.5);
}, 120_000);

it('counts one step once when many transactions report it at once', async () => {
  const plan = await planOf(1, 'batch_mode');
  const answers = await Promise.all(
    Array.from({ length: WRITERS }, (_, index) => {
      // Replicas send the same observation, each with a learning id of its own.
      const given = lesson(`b${index}`);
      return report([rowOf(plan.id, 0, 'batch_mode', 'h', { ...given, entry: { ...given.entry, id: 'evidence-b' } })]);
    }),
  );
  expect(
    answers
      .flat()
      .map((row) => row?.answer)
      .toSorted(),
  ).toEqual(['RECORDED', ...Array(WRITERS - 1).fill('REPEATED')].toSorted());
  expect(new Set(answers.flat().map((row) => row?.learningId)).size).toBe(1);
  expect(await trustOf('batch_mode')).toBe(0.95);
}, 120_000);

it('takes one of many different reports of a step that came from no item', async () => {
  const plan = await planOf(1);
  const answers = await Promise.all(
    Array.from({ length: WRITERS }, (_, index) => report([rowOf(plan.id, 0, null, `h${index}`, lesson(`e${index}`))])),
  );
  const taken = answers.flat().map((row) => row?.answer);
  expect(taken.filter((answer) => answer === 'RECORDED')).toHaveLength(1);
  expect(taken.filter((answer) => answer === 'CONFLICT')).toHaveLength(WRITERS - 1);
}, 120_000);

const NOT_MOVED = {
  movedFrom: null,
  force: false,
  prefix: 'evidence-none',
  revision: 0,
  nextRevision: 0,
  retraction: { id: 'r', agent: null, comment: null },
};

it('sends a report back that was made for another item than the step has by now', async () => {
  const plan = await planOf(1);
  const key = { namespace, planId: plan.id, stepNum: 0, now: new Date() };
  const answerOf = async (reportHash: string | null) => {
    const change = newChange({}, ChangeDoor.ATTRIBUTE_STEP, key.now);
    const row = { ...key, ...NOT_MOVED, change, itemId: 'save_output', reportHash, correctionHash: null, lessons: [] };
    return (await attribute([row]))[0]?.answer;
  };
  expect(await answerOf('reported since')).toBe('CHANGED');
  expect(await answerOf(null)).toBe('RECORDED');
  expect(await answerOf(null)).toBe('REPEATED');
  const [moved] = await report([rowOf(plan.id, 0, null, 'h', lesson('c'))]);
  expect(moved).toMatchObject({ answer: 'MOVED', learningId: null });
  expect(await trustOf('save_output')).toBe(1);
});

const entriesOf = async (id: string) =>
  (await service.app.get(EvidenceService, { strict: false }).list(namespace, `item:${id}`, 50)).nodes.toReversed();
const learningIdsOf = async (id: string) =>
  (await service.app.get(ItemsService, { strict: false }).listLearnings(namespace, id, { first: 50 })).nodes
    .map((learning) => learning.id)
    .toSorted();

it('answers every row of a batch by what the rows before it did, also two of one step', async () => {
  const plan = await planOf(2, 'concatenate_mode');
  const row = (n: number, num: number, hash: string) => rowOf(plan.id, num, 'concatenate_mode', hash, lesson(`d${n}`));
  // Two callers send one observation, each with a learning of its own.
  const twice = {
    ...row(1, 0, 'h'),
    evidenceId: 'evidence-d0',
    entry: { ...row(1, 0, 'h').entry!, id: 'evidence-d0' },
  };
  const corrected = { ...row(4, 0, 'corrected'), outcome: StepOutcome.CORRECTED, report: {} };
  const answers = await report([row(0, 0, 'h'), twice, row(2, 0, 'other'), row(3, 1, 'h'), corrected, corrected]);
  expect(answers).toEqual([
    { answer: 'RECORDED', known: 'PENDING', learningId: 'learning-d0', trustAfter: 0.95, retracted: false },
    { answer: 'REPEATED', known: 'FAILURE', learningId: 'learning-d0', trustAfter: 0.95, retracted: false },
    { answer: 'CONFLICT', known: 'FAILURE', learningId: null, trustAfter: null, retracted: false },
    { answer: 'RECORDED', known: 'PENDING', learningId: 'learning-d3', trustAfter: 0.9025, retracted: false },
    // The step gets a second learning, but the trust is lowered only once.
    { answer: 'RECORDED', known: 'FAILURE', learningId: 'learning-d4', trustAfter: 0.9025, retracted: false },
    { answer: 'REPEATED', known: 'CORRECTED', learningId: 'learning-d4', trustAfter: 0.9025, retracted: false },
  ]);
  expect((await entriesOf('concatenate_mode')).map(({ id, weight, sequence }) => [id, weight, sequence])).toEqual([
    ['evidence-d0', 0.95, 0],
    ['evidence-d3', 0.95, 1],
    ['evidence-d4', 1, 2],
  ]);
  expect(await learningIdsOf('concatenate_mode')).toEqual(['learning-d0', 'learning-d3', 'learning-d4']);
});

it('attributes steps of one batch in turn: what an item gave back, what the other lost, one answer a step', async () => {
  const plan = await service.app.get(PlanService, { strict: false }).savePlan(callerFrom({ namespace }), {
    task: 't',
    retrievedItems: ['batch_mode'],
    actions: [{ toolName: 'X', reasoning: 'Mode → Batch processing' }],
  });
  const [held, before] = [await trustOf('batch_mode'), await trustOf('save_output')];
  const told = lesson('g');
  const entry = { ...told.entry, planId: plan.id, stepNum: 0 };
  const [wrong] = await report([rowOf(plan.id, 0, 'batch_mode', 'h', { ...told, entry })]);
  expect(wrong).toMatchObject({ answer: 'RECORDED', trustAfter: held * 0.95 });
  const row = (n: number, itemId: string): AttributionRow => ({
    namespace,
    planId: plan.id,
    stepNum: 0,
    now: new Date(),
    change: newChange({}, ChangeDoor.ATTRIBUTE_STEP, new Date()),
    itemId,
    reportHash: 'h',
    correctionHash: null,
    movedFrom: 'batch_mode',
    force: false,
    prefix: 'evidence-g',
    revision: 0,
    nextRevision: 0,
    retraction: { id: `retraction-${n}`, agent: null, comment: null },
    lessons: [
      {
        ...lesson('g'),
        moved: true,
        entry: { ...lesson('g').entry, id: `evidence-moved-${n}` },
      },
    ],
  });
  const answers = await attribute([row(0, 'save_output'), row(1, 'save_output'), row(2, 'open_files')]);
  expect(answers).toEqual([
    { answer: 'RECORDED', changeId: expect.any(String) as string },
    { answer: 'REPEATED', changeId: null },
    { answer: 'CHANGED', changeId: null },
  ]);
  expect(await trustOf('save_output')).toBe(before * 0.95);
  expect(await trustOf('batch_mode')).toBe(held);
  expect((await entriesOf('batch_mode')).at(-1)).toMatchObject({ id: 'retraction-0', positive: true });
  expect(await learningIdsOf('save_output')).toEqual(['learning-g']);
  expect(await learningIdsOf('batch_mode')).not.toContain('learning-g');
});

it('keeps with an entry what a fold under another policy would need', async () => {
  const { id: planId } = await planOf(2, 'app_open');
  await service.app.get(ReportService, { strict: false }).reportStep(callerFrom({ namespace, agent: 'gui-agent' }), {
    planId,
    stepNum: 1,
    outcome: StepOutcome.FAILURE,
    error: 'no such menu',
    applicationVersion: '7.1',
    recover: false,
  });
  const read: Statement<object, { entry: object }> = {
    name: 'test',
    mode: 'read',
    text: `MATCH (entry:Evidence {namespace: $namespace, id: $id})
      RETURN entry {.agent, .planId, .stepNum, .applicationVersion, .policy, .policyConstants, .uses} AS entry`,
  };
  const [row] = await graph.run(read, { namespace, id: `report-step:${planId}:1:FAILURE` });
  expect(row?.entry).toEqual({
    agent: 'gui-agent',
    planId,
    stepNum: 1,
    applicationVersion: '7.1',
    policy: 'factor',
    policyConstants: '{"factor":0.95,"floor":0.5,"share":0.05,"recovery":"all"}',
    // Steps of the plan that came from the item.
    uses: 2,
  });
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
      neededIds: [],
      settings: '{}',
      createdAt: new Date(),
      warnings: [],
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
