import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphService } from '../../src/graph/graph.service.js';
import { isWithheld } from '../../src/trials/draw.js';
import { saveItems, type TestService } from '../context/support.js';
import { hooksService, memory, post } from '../hooks/support.js';
import { freshNamespace } from '../support/graph.js';

// Trials through the doors of agents: what is withheld, from whom, and what is said when.

let service: TestService;
beforeAll(async () => (service = await hooksService()));
afterAll(() => service.close());

const TRIAL = `id of share outcomes state counted missing given { n successes } withheld { n successes } difference
  interval { lower upper } verdict`;
const START = `mutation ($of: ID!, $share: Float, $outcomes: Int) {
  startTrial(of: $of, share: $share, outcomes: $outcomes) { ${TRIAL} } }`;
const ANSWER = 'receiptId text hits { knowledge { ref trust } }';

interface Answer {
  readonly receiptId: string;
  readonly text: string;
  readonly hits: readonly { readonly knowledge: { readonly ref: string; readonly trust: number } }[];
}
interface Started {
  readonly id: string;
}

async function world() {
  const namespace = freshNamespace();
  const as = (session?: string): Record<string, string> => (session === undefined ? {} : { 'x-session': session });
  const data = <Data>(query: string, variables: object = {}, session?: string) =>
    service.data<Data>(namespace, query, variables, as(session));
  const ids: string[] = [];
  for (const [title, text] of [
    ['Renew the fixtures of the tests', 'Run the script renew before the tests.'],
    ['Fixtures of the tests, where they are', 'They are in the folder data.'],
  ] as const) {
    const { recordMemory } = await data<{ recordMemory: { memory: { id: string } } }>(...memory(title, text));
    ids.push(recordMemory.memory.id);
  }
  const [one = '', other = ''] = ids.map((id) => `memory:${id}`);
  return {
    namespace,
    one,
    other,
    data,
    start: async (of: string, more: object = {}) =>
      (await data<{ startTrial: Started }>(START, { of, ...more })).startTrial,
    refused: async (query: string, variables: object, headers = {}) =>
      (await service.graphql(namespace, query, variables, headers)).errors?.[0]?.extensions['code'],
    context: async (session?: string) => {
      const asked = `{ context(input: { query: "fixtures of the tests", minMatch: 0 }) { ${ANSWER} } }`;
      const { context } = await data<{ context: Answer }>(asked, {}, session);
      // Each context counts as a use.
      return { ...context, text: context.text.replace(/used \d+ times?/g, '') };
    },
    search: async (session?: string) =>
      (
        await data<{ search: Pick<Answer, 'hits'> }>(
          '{ search(query: "fixtures of the tests", minMatch: 0) { hits { knowledge { ref trust } } } }',
          {},
          session,
        )
      ).search.hits.map(({ knowledge }) => knowledge.ref),
    drawnOn: async (receiptId: string) =>
      (
        await data<{ receipt: { trials: object[]; items: object[] } }>(
          'query ($id: ID!) { receipt(id: $id) { trials { id arm share } items { id } } }',
          { id: receiptId },
        )
      ).receipt,
    report: (receiptId: string, success: boolean) =>
      data('mutation ($input: OutcomeInput!) { reportOutcome(input: $input) { success } }', {
        input: { receiptId, success, used: [] },
      }),
    trials: async () => (await data<{ trials: Record<string, unknown>[] }>(`{ trials { ${TRIAL} } }`)).trials,
  };
}

/** A session of each arm. */
function sessionsOf(trial: string, share = 0.5) {
  const all = Array.from({ length: 60 }, (_, n) => `session-${n}`);
  const without = all.filter((session) => isWithheld(trial, session, share));
  return { given: all.filter((session) => !without.includes(session)), without };
}

describe('a trial of one entry', () => {
  it('leaves it out of every answer of the sessions that the hash draws, and of no other', async () => {
    const { start, context, search, one, other, drawnOn } = await world();
    const { id } = await start(one);
    const { given, without } = sessionsOf(id);
    const shown = await context(given[0]);
    const left = await context(without[0]);
    expect(shown.hits.map(({ knowledge }) => knowledge.ref).sort()).toEqual([one, other].sort());
    expect(left.hits.map(({ knowledge }) => knowledge.ref)).toEqual([other]);
    expect(left.text).not.toContain('the script renew');
    // Both keep the draw; what was withheld is not among what was given.
    expect(await drawnOn(shown.receiptId)).toMatchObject({ trials: [{ id, arm: 'GIVEN', share: 0.5 }] });
    expect(await drawnOn(left.receiptId)).toEqual({
      trials: [{ id, arm: 'WITHHELD', share: 0.5 }],
      items: [{ id: other.slice('memory:'.length) }],
    });
    expect(await search(given[0])).toContain(one);
    expect(await search(without[0])).toEqual([other]);
    // The same session is given the same text, and who has no session takes no part.
    expect((await context(without[0])).text).toBe(left.text);
    const plain = await context();
    expect(plain.text).toBe(shown.text);
    expect(await drawnOn(plain.receiptId)).toMatchObject({ trials: [] });
  });

  it('says only how many outcomes are missing, until the planned number gives one verdict', async () => {
    const { start, context, one, report, trials, data } = await world();
    const { id } = await start(one, { outcomes: 20 });
    const { given, without } = sessionsOf(id);
    const open = { counted: 0, missing: 20, given: null, withheld: null, difference: null, verdict: null };
    expect(await trials()).toMatchObject([{ id, state: 'RUNNING', ...open }]);
    const sessions = [...given.slice(0, 10), ...without.slice(0, 10)];
    for (const [n, session] of sessions.entries()) {
      await report((await context(session)).receiptId, given.includes(session));
      // A session counts once, with its first outcome.
      if (n === 0) await report((await context(session)).receiptId, false);
      if (n === 18) expect(await trials()).toMatchObject([{ ...open, counted: 19, missing: 1, state: 'RUNNING' }]);
    }
    const sides = { given: { n: 10, successes: 10 } };
    expect(await trials()).toMatchObject([
      { state: 'DECIDED', missing: 0, ...sides, withheld: { n: 10, successes: 0 }, difference: 1, verdict: 'HELPED' },
    ]);
    const { effect } = await data<{ effect: object }>(
      'query ($ref: ID!) { effect(ref: $ref) { basis given { n successes } notGiven { n successes } difference } }',
      { ref: one },
    );
    expect(effect).toEqual({ basis: 'TRIAL', ...sides, notGiven: { n: 10, successes: 0 }, difference: 1 });
    // It withholds no longer, and a later outcome changes nothing.
    const after = await context(without[11]);
    expect(after.hits.map(({ knowledge }) => knowledge.ref)).toContain(one);
    await report(after.receiptId, true);
    expect(await trials()).toMatchObject([{ state: 'DECIDED', withheld: { n: 10, successes: 0 } }]);
  });

  it('counts a session from whose prompt a hook would have left out all, too', async () => {
    const { namespace, one, other, start } = await world();
    const { id } = await start(one);
    const second = await start(other);
    const session = sessionsOf(id).without.find((name) => isWithheld(second.id, name, 0.5)) ?? '';
    const { text } = await post(service, namespace, 'codex', {
      event: 'prompt',
      session,
      prompt: 'fixtures of the tests',
    });
    expect(text).toBe('{}');
    const { receipts } = await service.data<{ receipts: { nodes: object[] } }>(
      namespace,
      'query ($session: ID) { receipts(session: $session) { nodes { delivered text items { id } trials { arm } } } }',
      { session },
      { 'x-project': 'app' },
    );
    const trials = [{ arm: 'WITHHELD' }, { arm: 'WITHHELD' }];
    expect(receipts.nodes).toEqual([{ delivered: 'HOOK', text: '', items: [], trials }]);
  });
});

it('a trial of all that was learned gives no learnings, and all the trust of an untried entry', async () => {
  const { namespace, data, start } = await world();
  await saveItems(service, namespace);
  const learn = `mutation ($input: LearningInput!) { attachLearning(input: $input) { learning { id } } }`;
  for (const n of [0, 1, 2, 3, 4, 5]) {
    const input = { itemId: 'open_files', kind: 'SELF_EXPLORATION', task: 't', stepNum: n, originalAction: {} };
    await data(learn, { input: { ...input, originalError: `no menu ${n}`, recoveryApproach: 'Use the shortcut' } });
  }
  const { id } = await start('LEARNED');
  const { given, without } = sessionsOf(id);
  const asked = 'load a measurement file through the menu';
  const context = async (session?: string) =>
    (await data<{ context: Answer }>(`{ context(input: { query: "${asked}" }) { ${ANSWER} } }`, {}, session)).context;
  const prompt = async (session?: string) =>
    (
      await data<{ planningPrompt: { user: string; items: Answer['hits'] } }>(
        `{ planningPrompt(input: { task: "${asked}" }) { user items { knowledge { ref trust } } } }`,
        {},
        session,
      )
    ).planningPrompt;
  const trustOf = ({ hits }: Pick<Answer, 'hits'>) =>
    hits.find(({ knowledge }) => knowledge.ref === 'item:open_files')?.knowledge.trust;
  const [shown, left] = [await context(given[0]), await context(without[0])];
  expect(shown.text).toContain('Use the shortcut');
  expect(trustOf(shown)).toBeLessThan(0.8);
  expect(left.text).toContain('Load a measurement file');
  expect(left.text).not.toMatch(/Use the shortcut|CAUTION|no menu/);
  expect(trustOf(left)).toBe(1);
  const [planned, plain] = [await prompt(given[0]), await prompt(without[0])];
  expect(planned.user).toContain('Use the shortcut');
  expect(plain.user).not.toMatch(/Use the shortcut|⚠️|no menu/);
  expect(trustOf({ hits: plain.items })).toBe(1);
});

it('a trial of one learning leaves out that learning alone', async () => {
  const { namespace, data, start } = await world();
  await saveItems(service, namespace);
  const ids: string[] = [];
  for (const recoveryApproach of ['Press the key o', 'Drop the file there']) {
    const input = { itemId: 'open_files', kind: 'SELF_EXPLORATION', task: 't', stepNum: 0, originalAction: {} };
    const { attachLearning } = await data<{ attachLearning: { learning: { id: string } } }>(
      'mutation ($input: LearningInput!) { attachLearning(input: $input) { learning { id } } }',
      { input: { ...input, originalError: 'no menu', recoveryApproach } },
    );
    ids.push(attachLearning.learning.id);
  }
  const { id } = await start(`learning:${ids[0]}`);
  const { given, without } = sessionsOf(id);
  const text = async (session?: string) =>
    (
      await data<{ context: Answer }>(
        `{ context(input: { query: "load a measurement file" }) { ${ANSWER} } }`,
        {},
        session,
      )
    ).context.text;
  expect(await text(given[0])).toMatch(/Press the key o[^]*Drop the file|Drop the file[^]*Press the key o/);
  expect(await text(without[0])).toContain('Drop the file');
  expect(await text(without[0])).not.toContain('Press the key o');
});

describe('starting and stopping', () => {
  it('runs at most three at once, however many start together, and repeats nothing', async () => {
    const { one, other, start, refused, data, trials, namespace } = await world();
    await saveItems(service, namespace);
    const subjects = [one, other, 'LEARNED', 'item:open_files', 'item:app_open'];
    const answers = await Promise.all(subjects.map((of) => service.graphql(namespace, START, { of })));
    const started = answers.filter(({ errors }) => !errors).length;
    expect(started).toBeLessThanOrEqual(3);
    for (const of of subjects) if ((await trials()).length < 3) await start(of);
    const running = await trials();
    expect(running).toHaveLength(3);
    const known = running.map(({ of }) => of);
    const [again, fourth] = [known[0], subjects.find((of) => !known.includes(of))];
    expect(await start(again as string)).toMatchObject({ id: running[0]?.['id'] });
    expect(await refused(START, { of: again, outcomes: 100 })).toBe('CONFLICT');
    expect(await refused(START, { of: fourth })).toBe('CONFLICT');
    const stop = 'mutation ($id: ID!) { stopTrial(id: $id) { state verdict missing } }';
    const stopped = { stopTrial: { state: 'STOPPED', verdict: null, missing: 400 } };
    expect(await data(stop, { id: running[0]?.['id'] })).toEqual(stopped);
    expect(await data(stop, { id: running[0]?.['id'] })).toEqual(stopped);
    await start(fourth!);
  });

  it('stops a trial that is older than all that are listed', async () => {
    const { namespace, one, start, data } = await world();
    const { id } = await start(one);
    await service.app.get(GraphService, { strict: false }).run(
      {
        name: 'newer trials',
        mode: 'write',
        text: `UNWIND range(100, 199) AS n
          CREATE (:Trial {namespace: $namespace, id: 'Z' + n, of: 'LEARNED', share: .5, outcomes: 400, startedAt: datetime(), endedAt: datetime()})`,
      },
      { namespace },
    );
    const stop = 'mutation ($id: ID!) { stopTrial(id: $id) { id state } }';
    expect(await data(stop, { id })).toEqual({ stopTrial: { id, state: 'STOPPED' } });
  });

  it('refuses what does not exist', async () => {
    const { refused } = await world();
    for (const of of ['memory:none', 'learning:none', 'nothing'])
      expect(await refused(START, { of })).toBe('NOT_FOUND');
    expect(await refused('mutation { stopTrial(id: "none") { id } }', {})).toBe('NOT_FOUND');
  });
});
