import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AI, JUDGE, OBSERVE, START } from '../adaptive/support.js';
import { contextService, saveItems, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';

// Lists for people: open decisions, observations, and ingested texts.

interface Listed<Node> {
  readonly nodes: readonly Node[];
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}
interface Entry {
  readonly reason: string;
  readonly at: string;
  readonly step: { readonly stepNum: number; readonly toolName: string } | null;
  readonly learning: { readonly originalError: string | null } | null;
}

let service: TestService;
beforeAll(async () => {
  service = await contextService();
});
afterAll(() => service.close());

const PAGE = 'totalCount pageInfo { hasNextPage endCursor }';
const REVIEW = `query ($first: Int, $after: String, $reasons: [ReviewReason!], $since: DateTime) {
  review(first: $first, after: $after, reasons: $reasons, since: $since) {
    nodes { reason at step { stepNum: num toolName } learning { originalError } } ${PAGE} } }`;
const EVIDENCE = `query ($first: Int, $after: String, $agent: String, $session: ID, $kinds: [EvidenceKind!], $since: DateTime) {
  evidence(first: $first, after: $after, agent: $agent, session: $session, kinds: $kinds, since: $since) {
    nodes { ref knowledge { id } evidence { id kind state } } ${PAGE} } }`;

function world() {
  const namespace = freshNamespace();
  const data = <Data>(query: string, variables: object = {}, headers: Record<string, string> = {}) =>
    service.data<Data>(namespace, query, variables, { 'x-agent': 'tester', ...headers });
  return {
    namespace,
    data,
    /** Saves a plan of one step, which fails. @returns ids of the plan and of the learning */
    fail: async (fields: object, report: object = {}, headers: Record<string, string> = {}) => {
      const { savePlan } = await data<{ savePlan: { id: string } }>(
        'mutation ($input: PlanInput!) { savePlan(input: $input) { id } }',
        { input: { task: 'Open a measurement', actions: [{ toolName: 'Click', ...fields }] } },
      );
      const input = { planId: savePlan.id, stepNum: 0, outcome: 'FAILURE', error: 'broken', recover: false, ...report };
      const { reportStep } = await data<{ reportStep: { learning: { id: string } | null } }>(
        'mutation ($input: StepReportInput!) { reportStep(input: $input) { learning { id } } }',
        { input },
        headers,
      );
      return { planId: savePlan.id, learningId: reportStep.learning?.id ?? '' };
    },
    review: async (variables: object = {}) => (await data<{ review: Listed<Entry> }>(REVIEW, variables)).review,
  };
}

describe('review', () => {
  it('lists what waits for a person, newest first, until the person has said it', async () => {
    const { namespace, data, fail, review } = world();
    await saveItems(service, namespace);
    expect(await review()).toMatchObject({ nodes: [], totalCount: 0 });
    const unknown = await fail({ toolName: 'Shortcut-Tool' }, { error: 'nobody knows' });
    const awaiting = await fail({ kbSource: 'open_files' }, { error: 'no recovery' });
    const unverified = await fail({ kbSource: 'open_files' }, { error: 'mended', recoveryApproach: 'Wait a second' });
    const all = await review();
    expect(all.nodes.map(({ reason, step, learning }) => [reason, step?.toolName ?? learning?.originalError])).toEqual([
      ['UNVERIFIED_LEARNING', 'mended'],
      ['AWAITING_RECOVERY', 'no recovery'],
      ['UNATTRIBUTED_FAILURE', 'Shortcut-Tool'],
    ]);
    expect(all.totalCount).toBe(3);
    expect((await review({ reasons: ['AWAITING_RECOVERY', 'NAME_TAKEN'] })).nodes.map(({ reason }) => reason)).toEqual([
      'AWAITING_RECOVERY',
    ]);
    expect((await review({ since: all.nodes[1]!.at })).totalCount).toBe(2);

    await data('mutation ($id: ID!) { verifyLearning(id: $id, verified: false) { id } }', {
      id: unverified.learningId,
    });
    await data('mutation ($id: ID!) { completeLearning(id: $id, recoveryApproach: "Use the menu") { id } }', {
      id: awaiting.learningId,
    });
    await data('mutation ($id: ID!) { verifyLearning(id: $id, verified: true) { id } }', { id: awaiting.learningId });
    // The recovery of the learning is unknown again.
    await data(
      'mutation ($id: ID!) { attributeStep(planId: $id, stepNum: 0, itemId: "plot_signal") { step { num } } }',
      {
        id: unknown.planId,
      },
    );
    expect((await review()).nodes.map(({ reason, learning }) => [reason, learning?.originalError])).toEqual([
      ['AWAITING_RECOVERY', 'nobody knows'],
    ]);
    await data('mutation ($ref: String!) { retract(ref: $ref, reason: "None") { at } }', {
      ref: `step:${unknown.planId}/0`,
    });
    expect(await review()).toMatchObject({ nodes: [], totalCount: 0 });
    const { learnings } = await data<{ learnings: Listed<{ id: string }> }>(`{ learnings { nodes { id } ${PAGE} } }`);
    expect([learnings.nodes.length, learnings.totalCount]).toEqual([2, 2]);
  });

  it('gives each entry once, page by page, whatever the reasons', async () => {
    const { namespace, fail, review } = world();
    await saveItems(service, namespace);
    for (let n = 0; n < 4; n++) {
      await fail({ toolName: `Tool-${n}` });
      await fail({ kbSource: 'open_files' }, { error: `a${n}` });
      await fail({ kbSource: 'open_files' }, { error: `u${n}`, recoveryApproach: `Wait ${n}` });
    }
    const whole = await review({ first: 50 });
    expect(whole.nodes).toHaveLength(12);
    expect(whole.nodes.map(({ at }) => at)).toEqual(
      whole.nodes
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    const paged: Entry[] = [];
    let after: string | null = null;
    do {
      const page: Listed<Entry> = await review({ first: 1, after });
      paged.push(...page.nodes);
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    expect(paged).toEqual(whole.nodes);
    const wrong = await service.graphql(namespace, REVIEW, { after: 'x' });
    expect(wrong.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  it('lists an inference once another item takes the name that decided it', async () => {
    const { namespace, data, review } = world();
    await saveItems(service, namespace);
    const { planningPrompt } = await data<{ planningPrompt: { receiptId: string } }>(
      'query ($input: PlanningInput!) { planningPrompt(input: $input) { receiptId } }',
      { input: { task: 'draw a signal as a plot', first: 5 } },
    );
    const { savePlan } = await data<{ savePlan: { steps: readonly { attribution: string }[] } }>(
      'mutation ($input: PlanInput!) { savePlan(input: $input) { steps { attribution } } }',
      {
        input: {
          task: 'Draw it',
          receiptId: planningPrompt.receiptId,
          actions: [{ toolName: 'Click-Tool', toolArguments: { loc: ['last_state:option:signal'] } }],
        },
      },
    );
    expect(savePlan.steps[0]?.attribution).toBe('INFERRED');
    expect(await review()).toMatchObject({ totalCount: 0 });
    await saveItems(service, namespace, [
      {
        id: 'other_signal',
        description: 'Sends a signal.',
        uiLocation: 'Ribbon',
        actionSequence: ["click_button('signal')"],
        prerequisites: [],
        outputState: '',
        docCitation: 'doc:gui',
      },
    ]);
    await expect
      .poll(async () => (await review()).nodes.map(({ reason, step }) => [reason, step?.toolName]), { timeout: 10_000 })
      .toEqual([['NAME_TAKEN', 'Click-Tool']]);
  });
});

describe('review of facts', () => {
  it('lists contradictions until one of the facts has another time', async () => {
    const { data, review } = world();
    const edge = (target_id: string, valid_from: string) => ({
      source_id: 'ann',
      target_id,
      edge_type: 'WORKS_AT',
      valid_from,
    });
    const load = (edges: object[]) =>
      data('mutation ($document: JSON!) { loadKnowledge(document: $document) { created } }', {
        document: {
          graph: {
            nodes: ['ann', 'acme', 'bolt'].map((node_id) => ({ node_id, node_type: 'thing', label: node_id })),
            edges,
          },
        },
      });
    await data('mutation { declareRelationType(type: "WORKS_AT", functional: true) { changed } }');
    await load([edge('acme', '2024-01-01')]);
    expect(await review()).toMatchObject({ totalCount: 0 });
    await load([edge('bolt', '2024-01-01')]);
    const { review: listed } = await data<{ review: Listed<object> }>('{ review { nodes { reason ref planId } } }');
    expect(listed.nodes).toEqual([{ reason: 'CONTRADICTION', ref: 'entity:ann', planId: null }]);
    await data('mutation { delete(ref: "entity:bolt") }');
    expect(await review()).toMatchObject({ totalCount: 0 });
  });
});

describe('evidence', () => {
  it('is listed of all knowledge that the caller sees, newest first, by agent, session, kind and time', async () => {
    const { namespace, data, fail } = world();
    await saveItems(service, namespace);
    await fail({ kbSource: 'open_files' }, {}, { 'x-session': 's1' });
    const project = { 'x-project': 'one', 'x-session': 's2' };
    const { recordMemory } = await data<{ recordMemory: { id: string } }>(
      `mutation { recordMemory(input: { title: "Wait", description: "d", content: "c", outcome: SUCCESS, scope: PROJECT }) { id } }`,
      {},
      project,
    );
    await data(
      'mutation ($id: ID!) { memoryFeedback(memoryId: $id, helpful: true) { applied } }',
      { id: recordMemory.id },
      project,
    );
    await fail({ kbSource: 'plot_signal' }, {}, { 'x-agent': 'other', 'x-session': 's3' });
    const listed = async (variables: object = {}, headers: Record<string, string> = {}) =>
      (
        await data<{
          evidence: Listed<{ ref: string; knowledge: { id: string }; evidence: { id: string; kind: string } }>;
        }>(EVIDENCE, variables, headers)
      ).evidence;
    const refs = async (variables: object = {}, headers: Record<string, string> = {}) =>
      (await listed(variables, headers)).nodes.map(({ ref }) => ref);

    const memory = `memory:${recordMemory.id}`;
    expect(await refs({}, project)).toEqual(['item:plot_signal', memory, 'item:open_files']);
    expect(await refs()).toEqual(['item:plot_signal', 'item:open_files']);
    expect((await listed()).totalCount).toBe(2);
    expect(await refs({ agent: 'other' })).toEqual(['item:plot_signal']);
    expect(await refs({ session: 's1' })).toEqual(['item:open_files']);
    expect(await refs({ kinds: ['EXPLICIT_FEEDBACK'] }, project)).toEqual([memory]);
    expect(await refs({ since: '2999-01-01' })).toEqual([]);
    const first = await listed({ first: 1 }, project);
    const rest = await listed({ first: 5, after: first.pageInfo.endCursor }, project);
    expect([...first.nodes, ...rest.nodes].map(({ ref }) => ref)).toEqual([
      'item:plot_signal',
      memory,
      'item:open_files',
    ]);
    expect(first.nodes[0]?.knowledge.id).toBe('plot_signal');
  });
});

describe('pieces', () => {
  it('are listed by when they were brought in, newest first, by infoType, session and time', async () => {
    const { data } = world();
    const load = (pieces: object[]) =>
      data('mutation ($document: JSON!) { loadKnowledge(document: $document) { created } }', { document: { pieces } });
    await load([
      { piece_id: 'a', title: 'A', content: 'Text of a', info_type: 'procedural' },
      { piece_id: 'b', title: 'B', content: 'Text of b' },
    ]);
    await load([{ piece_id: 'c', title: 'C', content: 'Text of c', session: 's1', position: 0 }]);
    const ids = async (args: string) => {
      const { pieces } = await data<{ pieces: Listed<{ id: string }> }>(`{ pieces${args} { nodes { id } ${PAGE} } }`);
      return { ids: pieces.nodes.map(({ id }) => id), totalCount: pieces.totalCount, ...pieces.pageInfo };
    };
    const all = await ids('');
    expect(all).toMatchObject({ ids: ['c', 'b', 'a'], totalCount: 3 });
    const first = await ids('(first: 2)');
    expect(first).toMatchObject({ ids: ['c', 'b'], hasNextPage: true });
    expect((await ids(`(first: 2, after: "${first.endCursor}")`)).ids).toEqual(['a']);
    expect(await ids('(session: "s1")')).toMatchObject({ ids: ['c'], totalCount: 1 });
    expect(await ids('(infoType: "procedural")')).toMatchObject({ ids: ['a'], totalCount: 1 });
    expect((await ids('(since: "2999-01-01")')).ids).toEqual([]);
  });
});

describe('steps of adaptive tasks without a verdict', () => {
  it('wait, newest first and page by page, until they are judged', async () => {
    const { data } = world();
    const list = async (first: number, after?: string) => {
      const reasons = ['UNDECIDED_VERDICT'];
      const query = `query ($first: Int, $after: String, $reasons: [ReviewReason!]) {
        review(first: $first, after: $after, reasons: $reasons) {
          nodes { reason taskId stepNum planId ref step { num } } ${PAGE} } }`;
      return (await data<{ review: Listed<{ taskId: string }> }>(query, { first, after, reasons })).review;
    };
    const ids: string[] = [];
    for (const objective of ['Summarise the attached contract', 'Summarise the attached letter']) {
      const { startAdaptiveTask } = await data<{ startAdaptiveTask: { id: string } }>(START, {
        objective,
        methods: AI,
      });
      const taskId = startAdaptiveTask.id;
      ids.unshift(taskId);
      const documents = [{ name: 'a.txt', content: 'The tenant pays on the first of each month.' }];
      await data(OBSERVE, { input: { taskId, stepNum: 0, success: true, documents } });
    }
    const waiting = { reason: 'UNDECIDED_VERDICT', stepNum: 0, planId: null, ref: null, step: null };
    const first = await list(1);
    expect(first.nodes).toEqual([{ ...waiting, taskId: ids[0] }]);
    expect(first).toMatchObject({ totalCount: 2, pageInfo: { hasNextPage: true } });
    const second = await list(1, first.pageInfo.endCursor ?? '');
    expect(second.nodes).toEqual([{ ...waiting, taskId: ids[1] }]);
    expect(second.pageInfo.hasNextPage).toBe(false);

    await data(JUDGE, { taskId: ids[0], stepNum: 0, success: true, reason: 'I read it.', by: 'PERSON' });
    expect((await list(5)).nodes.map(({ taskId }) => taskId)).toEqual([ids[1]]);
  });
});

describe('possible duplicates', () => {
  interface Pair {
    readonly ref: string;
    readonly otherRef: string;
    readonly likeness: string;
    readonly score: number;
  }
  const LIST = `query ($first: Int! = 20, $after: String) { review(reasons: [POSSIBLE_DUPLICATE], first: $first, after: $after) {
    nodes { ref otherRef likeness score } pageInfo { endCursor hasNextPage } } }`;
  const LOAD = 'mutation ($document: JSON!) { loadKnowledge(document: $document) { nodes } }';
  const person = (node_id: string, label: string, node_type = 'person') => ({ node_id, node_type, label });

  it('are entities with the same name, or its words in another order, with score and reason', async () => {
    const { data } = world();
    const load = (...nodes: object[]) => data(LOAD, { document: { graph: { nodes, edges: [] } } });
    const pairs = async (more: object = {}) => (await data<{ review: Listed<Pair> }>(LIST, more)).review;
    await load(person('a', 'Ann Lee'), person('b', 'Bob Ray'), person('mercury', 'Mercury', 'planet'));
    expect((await pairs()).nodes).toEqual([]);
    await load(person('a2', 'LEE, Ann'), person('mercury2', 'Mercury', 'metal'), person('c', 'Ann Lees'));
    await load(person('b2', 'bob  ray'));
    // An entity that only has an id has no type of its own.
    await data(LOAD, { document: { pieces: [{ piece_id: 'p', content: 'Text.', entity_id: 'user:bob ray' }] } });
    const all = [
      { ref: 'entity:user:bob ray', otherRef: 'entity:b2', likeness: 'SAME_NAME', score: 0.8 },
      { ref: 'entity:user:bob ray', otherRef: 'entity:b', likeness: 'SAME_NAME', score: 0.8 },
      { ref: 'entity:b2', otherRef: 'entity:b', likeness: 'SAME_NAME', score: 1 },
      { ref: 'entity:a2', otherRef: 'entity:a', likeness: 'SAME_WORDS', score: 0.8 },
    ];
    expect((await pairs()).nodes).toEqual(all);
    const read: Pair[] = [];
    for (let after: string | null = null; ;) {
      const { nodes, pageInfo }: Listed<Pair> = await pairs({ first: 1, ...(after !== null && { after }) });
      read.push(...nodes);
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    expect(read).toEqual(all);

    await data('mutation { keepApart(one: "b2", other: "b") { changeId } }');
    await data('mutation { mergeEntities(source: "a2", target: "a") { changeId } }');
    expect((await pairs()).nodes).toEqual(all.slice(0, 2));
  });

  it('cannot be declared different if they are one, or if one does not exist', async () => {
    const { data, namespace } = world();
    await data(LOAD, { document: { graph: { nodes: [person('a', 'Ann')], edges: [] } } });
    const code = async (other: string) =>
      (
        await service.graphql(namespace, 'mutation ($other: ID!) { keepApart(one: "a", other: $other) { changeId } }', {
          other,
        })
      ).errors?.[0]?.extensions['code'];
    expect(await code('a')).toBe('BAD_USER_INPUT');
    expect(await code('nobody')).toBe('NOT_FOUND');
  });
});
