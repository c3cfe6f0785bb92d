import * as fc from 'fast-check';
import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerFrom } from '../../src/common/caller.js';
import { DomainError } from '../../src/common/errors.js';
import { CatalogService } from '../../src/items/catalog.service.js';
import { ItemsService } from '../../src/items/items.service.js';
import { PlanService } from '../../src/planning/plan.service.js';
import { StepOutcome } from '../../src/planning/planning.model.js';
import { PromptService } from '../../src/planning/prompt.service.js';
import { ReportService } from '../../src/planning/report.service.js';
import { freshNamespace } from '../support/graph.js';
import { CATALOG, type PlanningService, startPlanning } from './support.js';

let service: PlanningService;
let driver: Driver;
let kb: ItemsService;
let catalog: CatalogService;
let plans: PlanService;
let reports: ReportService;
let prompts: PromptService;
beforeAll(async () => {
  service = await startPlanning();
  kb = service.app.get(ItemsService, { strict: false });
  catalog = service.app.get(CatalogService, { strict: false });
  plans = service.app.get(PlanService, { strict: false });
  reports = service.app.get(ReportService, { strict: false });
  prompts = service.app.get(PromptService, { strict: false });
  driver = neo4j.driver(
    process.env.TEST_NEO4J_URI ?? '',
    neo4j.auth.basic(process.env.TEST_NEO4J_USER ?? 'neo4j', process.env.TEST_NEO4J_PASSWORD ?? ''),
  );
});
afterAll(async () => {
  await service.close();
  await driver.close();
});

const anyItem = fc.constantFrom('open_files', 'batch_mode');
const anyStep = fc.nat({ max: 2 });
const anyAction = fc.oneof(
  fc.record({
    do: fc.constant('save' as const),
    key: fc.option(fc.constantFrom('k', 'l'), { nil: undefined }),
    sources: fc.array(fc.option(anyItem, { nil: undefined }), { minLength: 1, maxLength: 3 }),
    recovers: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
  }),
  fc.record({
    do: fc.constant('report' as const),
    plan: fc.nat({ max: 3 }),
    step: anyStep,
    outcome: fc.constantFrom(StepOutcome.SUCCESS, StepOutcome.FAILURE, StepOutcome.CORRECTED),
  }),
  fc.record({ do: fc.constant('attribute' as const), plan: fc.nat({ max: 3 }), step: anyStep, item: anyItem }),
  fc.record({ do: fc.constant('finish' as const), plan: fc.nat({ max: 3 }), success: fc.boolean() }),
);
type Action = typeof anyAction extends fc.Arbitrary<infer Value> ? Value : never;

const FIRST: { here: boolean; action: Action } = {
  here: true,
  action: { do: 'save', key: undefined, sources: ['open_files', undefined], recovers: undefined },
};

/** Returns every action that is possible with a plan, for each plan. */
function withPlanOf(known: readonly string[]): Action[] {
  return known.flatMap((_, plan): Action[] => [
    ...([StepOutcome.SUCCESS, StepOutcome.FAILURE, StepOutcome.CORRECTED] as const).flatMap((outcome) =>
      [0, 1].map((step): Action => ({ do: 'report', plan, step, outcome })),
    ),
    { do: 'attribute', plan, step: 1, item: 'open_files' },
    { do: 'finish', plan, success: true },
    { do: 'save', key: undefined, sources: [undefined], recovers: plan },
  ]);
}

/**
 * Carries out an action with the plan of that number among `known`, or with one that does not exist. Refusals count as
 * results, too.
 */
async function act(run: string, namespace: string, action: Action, known: string[]): Promise<string> {
  const caller = callerFrom({ namespace });
  const plan = (number: number | undefined) => (number === undefined ? undefined : (known[number] ?? 'no-such-plan'));
  try {
    switch (action.do) {
      case 'save': {
        const saved = await plans.savePlan(caller, {
          task: 'Open',
          retrievedItems: ['open_files', 'batch_mode'],
          reasoning: 'Otherwise',
          actions: action.sources.map((kbSource) => ({ toolName: 'X', kbSource })),
          // No earlier run has used this key. Otherwise the data of that run would hide that keys are shared.
          idempotencyKey: action.key === undefined ? undefined : `${run}-${action.key}`,
          recovers: plan(action.recovers),
        });
        if (!known.includes(saved.id)) known.push(saved.id);
        return `plan ${known.indexOf(saved.id)}`;
      }
      case 'report': {
        const { outcome } = action;
        const report = await reports.reportStep(caller, {
          planId: plan(action.plan) ?? '',
          stepNum: action.step,
          outcome,
          recover: false,
          ...(outcome === StepOutcome.FAILURE && { error: 'e' }),
          ...(outcome === StepOutcome.CORRECTED && { correctedAction: {}, humanReasoning: 'h' }),
        });
        return `trust ${report.trustAfter}`;
      }
      case 'attribute':
        return `trust ${(await reports.attributeStep(caller, { planId: plan(action.plan) ?? '', stepNum: action.step, itemId: action.item, force: false })).trustAfter}`;
      case 'finish':
        return `success ${(await plans.finishPlan(namespace, plan(action.plan) ?? '', action.success)).success}`;
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.code;
  }
}

/** Returns all data that a caller of a namespace can read, without ids that the service generates. */
async function everythingOf(namespace: string, known: readonly string[]): Promise<unknown> {
  const nameOf = (id: string | null) => (id === null ? null : known.indexOf(id));
  const list = await plans.listPlans(namespace, { first: 50 });
  const { user } = await prompts.planningPrompt(callerFrom({ namespace }), {
    task: 'Open measurement files',
    first: 2,
  });
  return {
    listed: list.nodes
      .map(({ id }) => id)
      .toSorted()
      .map(nameOf)
      .toSorted(),
    total: await list.totalCount,
    plans: await Promise.all(
      known.map(async (id) => {
        const { success, number, recoversId, recoveredById } = await plans.getPlan(namespace, id);
        const steps = await plans.listSteps(namespace, id);
        const retrieved = await plans.listRetrieved(namespace, id);
        return {
          success,
          number,
          recovers: nameOf(recoversId),
          recoveredBy: nameOf(recoveredById),
          steps: steps.map((step) => ({ ...step, planId: '', reportedAt: null, learningId: step.learningId !== null })),
          retrieved: retrieved.map(({ id, trust, shownLearnings }) => [id, trust, shownLearnings.length]),
        };
      }),
    ),
    items: await Promise.all(
      ['open_files', 'batch_mode'].map(async (id) => {
        const { trust } = await kb.getItem(namespace, id);
        const learnings = await kb.listLearnings(namespace, id, { first: 50 });
        return [trust, learnings.nodes.map(({ kind, recoveryApproach }) => `${kind} ${recoveryApproach}`).toSorted()];
      }),
    ),
    prompt: user.replace(/\d{4}-\d\d-\d\d, learning \w+/g, ''),
  };
}

describe('a namespace', () => {
  it('reads the same, whatever another one does with the same items and keys', async () => {
    const step = fc.record({ here: fc.boolean(), action: anyAction });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const [shared, neighbour, alone] = [freshNamespace(), freshNamespace(), freshNamespace()];
        const known = { shared: [] as string[], neighbour: [] as string[], alone: [] as string[] };
        for (const namespace of [shared, neighbour, alone]) await catalog.importCatalog(namespace, CATALOG);
        for (const { here, action } of [FIRST, ...steps]) {
          if (!here) {
            await act(shared, neighbour, action, known.neighbour);
            continue;
          }
          expect(await act(shared, shared, action, known.shared)).toBe(await act(shared, alone, action, known.alone));
        }
        // Actions with plans of another namespace are refused, too.
        for (const action of withPlanOf(known.shared)) {
          expect(await act(shared, neighbour, action, known.shared)).toBe('NOT_FOUND');
        }
        expect(await everythingOf(shared, known.shared)).toEqual(await everythingOf(alone, known.alone));
        const { records } = await driver.executeQuery(
          `MATCH (n:Plan|Step|Receipt|Learning|Evidence)-[r]-(m)
           WHERE n.namespace IN $namespaces AND n.namespace <> m.namespace
           RETURN count(r) AS crossing`,
          { namespaces: [shared, neighbour, alone] },
        );
        expect(Number(records[0]?.get('crossing'))).toBe(0);
      }),
      { numRuns: 8 },
    );
  }, 240_000);
});
