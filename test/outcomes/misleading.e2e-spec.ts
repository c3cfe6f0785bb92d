import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextService, saveItems, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';

// Lists knowledge of every kind that failures followed most often.

let service: TestService;
beforeAll(async () => {
  service = await contextService();
});
afterAll(() => service.close());

interface Row {
  readonly ref: string;
  readonly failed: number;
  readonly helped: number;
  readonly given: number;
  readonly lastFailedAt: string;
  readonly knowledge: { readonly title: string } | null;
}
interface List {
  readonly totalCount: number;
  readonly truncated: boolean;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly Row[];
}

const MISLEADING = `query ($since: DateTime, $first: Int! = 20, $after: String) {
  misleading(since: $since, first: $first, after: $after) {
    totalCount truncated pageInfo { hasNextPage endCursor }
    nodes { ref failed helped given lastFailedAt knowledge { title } }
  }
}`;

function world() {
  const namespace = freshNamespace();
  const data = <Data>(query: string, variables: object = {}, headers: Record<string, string> = {}) =>
    service.data<Data>(namespace, query, variables, headers);
  return {
    namespace,
    data,
    misleading: async (variables: object = {}, headers: Record<string, string> = {}) =>
      (await data<{ misleading: List }>(MISLEADING, variables, headers)).misleading,
    /** Saves a plan with one step of the item for each outcome, and reports the steps. */
    plan: async (itemId: string, outcomes: readonly boolean[]) => {
      const { savePlan } = await data<{ savePlan: { id: string } }>(
        'mutation ($input: PlanInput!) { savePlan(input: $input) { id } }',
        { input: { task: 'Do it', actions: outcomes.map(() => ({ toolName: 'Click', kbSource: itemId })) } },
      );
      for (const [stepNum, success] of outcomes.entries()) {
        const report = success ? { outcome: 'SUCCESS' } : { outcome: 'FAILURE', error: `no such menu ${stepNum}` };
        await data('mutation ($input: StepReportInput!) { reportStep(input: $input) { learning { id } } }', {
          input: { planId: savePlan.id, stepNum, ...report },
        });
      }
      return savePlan.id;
    },
    /** Requests a context with only these kinds, and reports its outcome. */
    outcome: async (query: string, kinds: readonly string[], success: boolean, used?: readonly string[]) => {
      const { context } = await data<{ context: { receiptId: string; hits: { knowledge: { ref: string } }[] } }>(
        'query ($input: ContextInput!) { context(input: $input) { receiptId hits { knowledge { ref } } } }',
        { input: { query, kinds, first: 1, minMatch: 0 } },
      );
      await data('mutation ($input: OutcomeInput!) { reportOutcome(input: $input) { id } }', {
        input: { receiptId: context.receiptId, success, ...(used && { used }) },
      });
      return { receiptId: context.receiptId, refs: context.hits.map(({ knowledge }) => knowledge.ref) };
    },
    memory: async (title: string, headers: Record<string, string> = {}) => {
      const { recordMemory } = await data<{ recordMemory: { id: string } }>(
        `mutation ($title: String!) {
          recordMemory(input: { title: $title, description: "When it squeaks", content: "Grease it", outcome: SUCCESS }) { id } }`,
        { title },
        headers,
      );
      return recordMemory.id;
    },
    feedback: (memoryId: string, helpful: boolean, session: string, headers: Record<string, string> = {}) =>
      data(
        `mutation ($memoryId: ID!, $helpful: Boolean!, $session: ID) {
          memoryFeedback(memoryId: $memoryId, helpful: $helpful, session: $session) { __typename } }`,
        { memoryId, helpful, session },
        headers,
      ),
  };
}
const short = ({ nodes }: List) => nodes.map(({ ref, failed, helped, given }) => [ref, failed, helped, given]);

describe('what misleads', () => {
  it('is what failures followed, of all kinds, the most first', async () => {
    const { namespace, misleading, plan, memory, feedback, outcome } = world();
    await saveItems(service, namespace);
    expect(await misleading()).toMatchObject({ totalCount: 0, truncated: false, nodes: [] });

    await plan('open_files', [false, true, false, true, true]);
    await plan('plot_signal', [true]);
    const theme = 'Switch between dark and light colours';
    const { refs } = await outcome(theme, ['ITEM'], false, ['item:change_theme']);
    expect(refs).toEqual(['item:change_theme']);
    // In this configuration, a success does not change the trust of an item, but counts. If the agent did not name the
    // used items, the outcome is undecided and does not count.
    await outcome(theme, ['ITEM'], true, ['item:change_theme']);
    await outcome(theme, ['ITEM'], false);
    const squeak = await memory('Squeaking bearing');
    await feedback(squeak, false, 'one');
    await feedback(squeak, false, 'two');
    await feedback(squeak, false, 'three');
    await feedback(squeak, true, 'four');

    const found = await misleading();
    expect(short(found)).toEqual([
      [`memory:${squeak}`, 3, 1, 0],
      ['item:open_files', 2, 3, 0],
      ['item:change_theme', 1, 1, 3],
    ]);
    expect(found).toMatchObject({ totalCount: 3, truncated: false });
    expect(found.nodes[0]?.knowledge).toEqual({ title: 'Squeaking bearing' });
    expect(found.nodes.every(({ lastFailedAt }) => Date.now() - Date.parse(lastFailedAt) < 600_000)).toBe(true);
  });

  it('counts nothing that was taken back or put right, and nothing from before', async () => {
    const { namespace, misleading, plan, outcome, data } = world();
    await saveItems(service, namespace);
    const planId = await plan('open_files', [false, false]);
    const { receiptId } = await outcome('Switch between dark and light colours', ['ITEM'], false, [
      'item:change_theme',
    ]);
    expect(short(await misleading())).toEqual([
      ['item:open_files', 2, 0, 0],
      ['item:change_theme', 1, 0, 1],
    ]);
    expect(short(await misleading({ since: new Date(Date.now() + 60_000).toISOString() }))).toEqual([]);

    await data('mutation ($ref: String!) { retract(ref: $ref, reason: "Wrong") { at } }', {
      ref: `step:${planId}/0`,
    });
    const { learnings } = await data<{ learnings: { nodes: { id: string }[] } }>('{ learnings { nodes { id } } }');
    await data('mutation ($id: ID!) { resolveLearning(id: $id, into: "item:open_files") { id } }', learnings.nodes[0]);
    expect(short(await misleading())).toEqual([['item:change_theme', 1, 0, 1]]);
    await data('mutation ($ref: String!) { retract(ref: $ref, reason: "Wrong") { at } }', {
      ref: `receipt:${receiptId}`,
    });
    expect(await misleading()).toMatchObject({ totalCount: 0, nodes: [] });
  });

  it('shows of scoped kinds only what the caller sees', async () => {
    const { misleading, memory, feedback } = world();
    const blue = { 'x-project': 'blue' };
    const id = await memory('Of the blue project', blue);
    await feedback(id, false, 'one', blue);
    expect(short(await misleading({}, blue))).toEqual([[`memory:${id}`, 1, 0, 0]]);
    expect(await misleading({}, { 'x-project': 'green' })).toMatchObject({ totalCount: 0, nodes: [] });
  });

  it('is read page by page, and refuses cursors of other lists', async () => {
    const { namespace, misleading, plan } = world();
    await saveItems(service, namespace);
    for (const id of ['plot_signal', 'open_files', 'change_theme']) await plan(id, [false]);
    await plan('change_theme', [false]);
    const pages: string[] = [];
    let after: string | null = null;
    do {
      const page: List = await misleading({ first: 1, after });
      expect(page.totalCount).toBe(3);
      pages.push(...page.nodes.map(({ ref }) => ref));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    // Knowledge with equally many failures is ordered by ref.
    expect(pages).toEqual(['item:change_theme', 'item:open_files', 'item:plot_signal']);
    const { errors = [] } = await service.graphql(namespace, MISLEADING, { after: 'x' });
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
    const wrong = await service.graphql(namespace, MISLEADING, { since: 'yesterday' });
    expect(wrong.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});
