import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AI, OBSERVE, START } from '../adaptive/support.js';
import { contextService, saveItems, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';

// Whatever a person decides in the review queue can be undone: the entry waits again, and what the decision moved is as before.

let service: TestService;
beforeAll(async () => {
  service = await contextService();
});
afterAll(() => service.close());

const UNDO = 'mutation ($id: ID!) { undo(changeId: $id) { changeId restored } }';

function world() {
  const namespace = freshNamespace();
  const data = <Data>(query: string, variables: object = {}) =>
    service.data<Data>(namespace, query, variables, { 'x-agent': 'tester' });
  return {
    namespace,
    data,
    reasons: async () => {
      const { review } = await data<{ review: { nodes: { reason: string }[] } }>('{ review { nodes { reason at } } }');
      return review.nodes.map(({ reason }) => reason);
    },
    /** Runs a mutation with the alias `decided`. @returns id of its change */
    decide: async (mutation: string, variables: object = {}): Promise<string | null> =>
      (await data<{ decided: { changeId: string | null } }>(mutation, variables)).decided.changeId,
    undo: async (id: string | null) =>
      (await data<{ undo: { changeId: string; restored: string[] } }>(UNDO, { id })).undo,
    /** Saves a plan of one step, which fails. @returns id of the plan */
    fail: async (fields: object, report: object = {}) => {
      const { savePlan } = await data<{ savePlan: { id: string } }>(
        'mutation ($input: PlanInput!) { savePlan(input: $input) { id } }',
        { input: { task: 'Open a measurement', actions: [{ toolName: 'Click', ...fields }] } },
      );
      const input = { planId: savePlan.id, stepNum: 0, outcome: 'FAILURE', error: 'broken', recover: false, ...report };
      await data('mutation ($input: StepReportInput!) { reportStep(input: $input) { retracted } }', { input });
      return savePlan.id;
    },
    item: async (id: string) =>
      (
        await data<{ knowledgeItem: object }>(
          'query ($id: ID!) { knowledgeItem(id: $id) { trust learnings { totalCount } reliability { uses failures } } }',
          { id },
        )
      ).knowledgeItem,
  };
}

const ATTRIBUTE = `mutation ($planId: ID!, $itemId: ID!, $force: Boolean! = false) {
  decided: attributeStep(planId: $planId, stepNum: 0, itemId: $itemId, force: $force) { changeId } }`;
const VERIFY =
  'mutation ($id: ID!, $right: Boolean!) { decided: verifyLearning(id: $id, verified: $right) { changeId } }';

describe('an undone decision', () => {
  it('on which item misled leaves the step without one, and the trust as it was; it can be made again', async () => {
    const { namespace, reasons, decide, undo, fail, item } = world();
    await saveItems(service, namespace);
    const before = await item('open_files');
    const planId = await fail({ toolName: 'Shortcut-Tool' });
    for (let round = 0; round < 2; round++) {
      expect(await reasons()).toEqual(['UNATTRIBUTED_FAILURE']);
      const change = await decide(ATTRIBUTE, { planId, itemId: 'open_files' });
      expect(await reasons()).toEqual(['AWAITING_RECOVERY']);
      expect(await item('open_files')).toMatchObject({ trust: 0.95, learnings: { totalCount: 1 } });
      expect((await undo(change)).restored).toEqual(['item:open_files', `plan:${planId}`]);
      expect(await item('open_files')).toEqual(before);
      expect((await undo(change)).restored).toEqual([]);
    }
    expect(await decide(ATTRIBUTE, { planId, itemId: 'plot_signal' })).not.toBeNull();
    expect(await item('plot_signal')).toMatchObject({ trust: 0.95, learnings: { totalCount: 1 } });
  });

  it('that a step came from another item brings it back to the first', async () => {
    const { namespace, decide, undo, fail, item } = world();
    await saveItems(service, namespace);
    const planId = await fail({ kbSource: 'open_files' });
    const [first, other] = [await item('open_files'), await item('plot_signal')];
    const change = await decide(ATTRIBUTE, { planId, itemId: 'plot_signal', force: true });
    expect(await item('plot_signal')).toMatchObject({ trust: 0.95 });
    await undo(change);
    expect(await item('open_files')).toEqual(first);
    expect(await item('plot_signal')).toEqual(other);
    // Stated by the plan again, so that it is not replaced without force.
    const { errors } = await service.graphql(namespace, ATTRIBUTE, { planId, itemId: 'plot_signal' });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT' });
  });

  it('that a name stands for the item lets the step wait again', async () => {
    const { namespace, data, reasons, decide, undo } = world();
    await saveItems(service, namespace);
    const { planningPrompt } = await data<{ planningPrompt: { receiptId: string } }>(
      'query ($input: PlanningInput!) { planningPrompt(input: $input) { receiptId } }',
      { input: { task: 'draw a signal as a plot', first: 5 } },
    );
    const actions = [{ toolName: 'Click-Tool', toolArguments: { loc: ['last_state:option:signal'] } }];
    const { savePlan } = await data<{ savePlan: { id: string; steps: { item: { id: string } }[] } }>(
      'mutation ($input: PlanInput!) { savePlan(input: $input) { id steps { item { id } } } }',
      { input: { task: 'Draw it', receiptId: planningPrompt.receiptId, actions } },
    );
    const other = { id: 'other_signal', description: 'Sends a signal.', uiLocation: 'Ribbon' };
    await saveItems(service, namespace, [
      {
        ...{ ...other, actionSequence: ["click_button('signal')"], prerequisites: [] },
        ...{ outputState: '', docCitation: 'doc:gui' },
      },
    ]);
    await expect.poll(reasons, { timeout: 10_000 }).toEqual(['NAME_TAKEN']);
    for (const itemId of [savePlan.steps[0]?.item.id, 'other_signal']) {
      const change = await decide(ATTRIBUTE, { planId: savePlan.id, itemId });
      expect(await reasons()).toEqual([]);
      await undo(change);
      expect(await reasons()).toEqual(['NAME_TAKEN']);
    }
  });

  it('on a learning takes the text or the verdict back, unless it was decided otherwise since', async () => {
    const { namespace, data, reasons, decide, undo, fail } = world();
    await saveItems(service, namespace);
    await fail({ kbSource: 'open_files' });
    const { learnings } = await data<{ learnings: { nodes: { id: string }[] } }>('{ learnings { nodes { id } } }');
    const id = learnings.nodes[0]?.id;
    const complete = `mutation ($id: ID!) { decided: completeLearning(id: $id, recoveryApproach: "Use the menu") { changeId } }`;
    const completed = await decide(complete, { id });
    expect(await decide(complete, { id })).toBeNull();
    expect(await reasons()).toEqual(['UNVERIFIED_LEARNING']);
    await undo(completed);
    expect(await reasons()).toEqual(['AWAITING_RECOVERY']);
    await decide(complete, { id });

    const wrong = await decide(VERIFY, { id, right: false });
    expect(await reasons()).toEqual([]);
    const { changeId } = await undo(wrong);
    expect(await reasons()).toEqual(['UNVERIFIED_LEARNING']);
    await undo(changeId);
    expect(await reasons()).toEqual([]);
    const right = await decide(VERIFY, { id, right: true });
    const { errors } = await service.graphql(namespace, UNDO, { id: wrong });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT' });
    await undo(right);
    const { learning } = await data<{ learning: object }>('query ($id: ID!) { learning(id: $id) { verified } }', {
      id,
    });
    expect(learning).toEqual({ verified: false });
    expect(await reasons()).toEqual([]);
  });

  it('on duplicates lists the pair again', async () => {
    const { data, reasons, decide, undo } = world();
    const load = (document: object) =>
      data('mutation ($document: JSON!) { loadKnowledge(document: $document) { created } }', { document });
    const nodes = ['a', 'b'].map((node_id) => ({ node_id, node_type: 'person', label: 'Ann Lee' }));
    await load({ graph: { nodes, edges: [] } });
    const pair = [
      'mutation { decided: keepApart(one: "a", other: "b") { changeId } }',
      'mutation { decided: mergeEntities(source: "b", target: "a") { changeId } }',
    ];
    for (const mutation of pair) {
      expect(await reasons()).toEqual(['POSSIBLE_DUPLICATE']);
      const change = await decide(mutation);
      expect(await reasons()).toEqual([]);
      await undo(change);
    }
    await undo((await undo(await decide(pair[0] ?? ''))).changeId);
    expect(await reasons()).toEqual([]);
  });

  it('on contradicting facts lists them again, with every fact in its place', async () => {
    const { namespace, data, reasons, decide, undo } = world();
    const nodes = ['ann', 'acme', 'bolt', 'core'].map((node_id) => ({ node_id, node_type: 'thing' }));
    const works = (target_id: string) => ({
      ...{ source_id: 'ann', target_id, edge_type: 'WORKS_AT', valid_from: '2024-01-01' },
    });
    const load = (edges: object[]) =>
      data('mutation ($document: JSON!) { loadKnowledge(document: $document) { created } }', {
        document: { graph: { nodes, edges } },
      });
    const waiting = async () => {
      const { review } = await data<{
        review: { nodes: { contradiction: { relations: { ref: string; target: { id: string } }[] } }[] };
      }>(`{ review(reasons: [CONTRADICTION]) { nodes { contradiction { type relations { ref target { id } } } } } }`);
      return review.nodes.map(
        ({ contradiction }) => new Map(contradiction.relations.map(({ ref, target }) => [target.id, ref])),
      );
    };
    const employers = async () => {
      const { entity } = await data<{ entity: { relations: { nodes: { target: { id: string } }[] } } }>(
        '{ entity(id: "ann") { relations { nodes { target { id } } } } }',
      );
      return entity.relations.nodes.map(({ target }) => target.id);
    };
    const DECIDE = `mutation ($relations: [ID!]!, $decision: ContradictionDecision!) {
      decided: decideContradiction(relations: $relations, decision: $decision) { changeId } }`;
    await data('mutation { declareRelationType(type: "WORKS_AT", functional: true) { changed } }');
    await load([works('acme'), works('bolt')]);
    const [pair = new Map<string, string>()] = await waiting();
    expect([...pair.keys()]).toEqual(['acme', 'bolt']);
    const [acme, bolt] = [pair.get('acme'), pair.get('bolt')];

    const removed = await decide(DECIDE, { relations: [bolt], decision: 'REMOVE' });
    expect(await reasons()).toEqual([]);
    expect(await employers()).toEqual(['acme']);
    const { changeId, restored } = await undo(removed);
    expect(restored).toEqual([bolt]);
    expect(await reasons()).toEqual(['CONTRADICTION']);
    expect(await employers()).toEqual(['acme', 'bolt']);
    await undo(changeId);
    expect(await employers()).toEqual(['acme']);
    await load([works('bolt')]);
    expect(await waiting()).toEqual([pair]);

    const kept = await decide(DECIDE, { relations: [acme, bolt], decision: 'KEEP' });
    expect(await reasons()).toEqual([]);
    expect(await employers()).toEqual(['acme', 'bolt']);
    expect(await decide(DECIDE, { relations: [acme, bolt], decision: 'KEEP' })).toBeNull();
    await undo((await undo(kept)).changeId);
    expect(await reasons()).toEqual([]);
    // A third fact has not been decided about.
    await load([works('core')]);
    expect((await waiting()).map((facts) => [...facts.keys()])).toEqual([['acme', 'bolt', 'core']]);

    await load([{ ...works('core'), valid_from: '2025-01-01' }]);
    for (const [relations, code] of [
      [['relation:none'], 'NOT_FOUND'],
      [
        [
          acme,
          (
            await data<{ entity: { relations: { nodes: { ref: string }[] } } }>(
              '{ entity(id: "ann") { relations { nodes { ref } } } }',
            )
          ).entity.relations.nodes[0]?.ref,
        ],
        'CONFLICT',
      ],
    ] as const) {
      const { errors } = await service.graphql(namespace, DECIDE, { relations, decision: 'REMOVE' });
      expect(errors?.[0]?.extensions).toMatchObject({ code });
    }
  });

  it('on a step of a task lets the task wait, and its strategy forget, until it is judged again', async () => {
    const { namespace, data, reasons, decide, undo } = world();
    const objective = 'Summarise the attached contract';
    const { startAdaptiveTask } = await data<{ startAdaptiveTask: { id: string } }>(START, { objective, methods: AI });
    const taskId = startAdaptiveTask.id;
    const documents = [{ name: 'a.txt', content: 'The tenant pays on the first of each month.' }];
    await data(OBSERVE, { input: { taskId, stepNum: 0, success: true, documents } });
    const strategies = async () =>
      (
        await data<{ strategies: object[] }>(
          'query ($objective: String!) { strategies(prompt: $objective) { attempts successRate lastIssue learned } }',
          { objective },
        )
      ).strategies;
    const judge = (success: boolean) =>
      decide(
        `mutation ($taskId: ID!, $success: Boolean!) {
          decided: judgeStep(taskId: $taskId, stepNum: 0, success: $success, reason: "I read it", by: PERSON) { changeId } }`,
        { taskId, success },
      );
    expect(await reasons()).toEqual(['UNDECIDED_VERDICT']);
    const change = await judge(false);
    expect(await reasons()).toEqual([]);
    expect(await strategies()).toMatchObject([{ attempts: 1, successRate: 0, lastIssue: 'I read it' }]);
    const { changeId } = await undo(change);
    expect(await reasons()).toEqual(['UNDECIDED_VERDICT']);
    // A strategy that was never tried is not listed.
    expect(await strategies()).toEqual([]);
    const again = await service.graphql(namespace, UNDO, { id: changeId });
    expect(again.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT' });
    await judge(true);
    expect(await strategies()).toMatchObject([{ attempts: 1, successRate: 1, lastIssue: null }]);
  });
});
