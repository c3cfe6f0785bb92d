import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CapturedStep, CapturedTurn } from '../../src/transcripts/captured-turn.js';
import { GraphService } from '../../src/graph/graph.service.js';
import { HooksKeeper } from '../../src/hooks/hooks.keeper.js';
import { openSession, saveTurn } from '../../src/hooks/hooks.statements.js';
import { kinds } from '../../src/kinds.js';
import { exportNamespace } from '../../src/moving/export.js';
import { importNamespace } from '../../src/moving/import.js';
import type { TestService } from '../context/support.js';
import { freshNamespace, testConfig } from '../support/graph.js';
import { hooksService, memory, post } from './support.js';

let service: TestService;
beforeAll(async () => (service = await hooksService()));
afterAll(() => service.close());

const PROMPT = 'Seed the fixtures of the project';
const SEED = './scripts/seed-fixtures.sh';
const step = (text: string, verdict: CapturedStep['verdict'], error?: string): CapturedStep => ({
  ...{ kind: 'shell', tool: 'Bash', text, verdict },
  ...(error !== undefined && { error }),
});
const STEPS = [
  step(`${SEED} --old fixtures.json`, 'failed', 'unknown option --old'),
  step(`${SEED} fixtures.json`, 'ok'),
];
const REVIEW = `{ review(reasons: [CAPTURED_MATCH]) { totalCount nodes { reason ref note matchId } } }`;
const RETRACT = `mutation ($ref: String!) { retract(ref: $ref, reason: "Wrong branch") {
  reason changes { ref trustBefore trustAfter } } }`;
const STATUS = '{ captureStatus { sessions outcomes undecided lastEvent lastOutcome ignored { reason } } }';
const SAVE = 'mutation ($input: KnowledgeItemInput!) { saveKnowledgeItem(input: $input) { id } }';

async function captured(verdict: CapturedTurn['verdict'], steps: readonly CapturedStep[] = STEPS) {
  const namespace = freshNamespace();
  const data = <Data>(query: string, variables: object = {}, headers = {}) =>
    service.data<Data>(namespace, query, variables, { 'x-project': 'app', ...headers });
  await data(...memory('Seed the fixtures', `The fixtures of the project come from \`${SEED}\`.`));
  await data(SAVE, {
    input: {
      ...{ id: 'import_fixtures', description: 'Import the fixtures of the project.', uiLocation: 'terminal' },
      ...{ actionSequence: ['npm run fixtures:import'], prerequisites: [], outputState: 'done', docCitation: 'doc' },
    },
  });
  expect((await post(service, namespace, 'codex', { session: 's1', prompt: PROMPT })).answer.context).toContain(SEED);
  const turn = (more: Partial<CapturedTurn> = {}) =>
    post(service, namespace, 'codex', {
      ...{ event: 'turn', session: 's1', prompt: PROMPT, steps, end: 'done', verdict, reason: 'Tests said so' },
      ...{ receipts: [], ...more },
    });
  const { answer } = await turn();
  return { namespace, data, turn, answer };
}

it('shows a person what failed and what worked instead, where no item can learn it, and then no more', async () => {
  const { namespace, data } = await captured('undecided');
  const { review } = await data<{ review: { nodes: { ref: string; matchId: string }[] } }>(REVIEW);
  const [waiting] = review.nodes;
  expect(review).toEqual({
    totalCount: 1,
    nodes: [
      {
        ...{ reason: 'CAPTURED_MATCH', ref: expect.stringMatching(/^memory:/u) as string },
        ...{ matchId: expect.any(String) as string },
        note: `Failed: ${SEED} --old fixtures.json (unknown option --old). This succeeded instead: ${SEED} fixtures.json`,
      },
    ],
  });
  expect(await data(REVIEW, {}, { 'x-project': 'other' })).toMatchObject({ review: { totalCount: 0 } });
  const turns = '{ sessionTurns(session: "s1") { client prompt outcome steps } }';
  expect(await data(turns)).toMatchObject({
    sessionTurns: [{ client: 'codex', prompt: PROMPT, outcome: 'undecided' }],
  });
  expect(await data(turns, {}, { 'x-project': 'other' })).toEqual({ sessionTurns: [] });
  const decide = 'mutation ($id: String!) { decideMatch(id: $id, followed: true) { changeId } }';
  const foreign = await service.graphql(namespace, decide, { id: waiting?.matchId }, { 'x-project': 'other' });
  expect(foreign.errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' });
  const { decideMatch } = await data<{ decideMatch: { changeId: string } }>(decide, { id: waiting?.matchId });
  expect(await data(REVIEW)).toMatchObject({ review: { totalCount: 0 } });
  const undo = 'mutation ($id: ID!) { undo(changeId: $id) { changeId restored } }';
  const undone = await data<{ undo: { changeId: string } }>(undo, { id: decideMatch.changeId });
  expect(undone).toMatchObject({ undo: { restored: [waiting?.ref] } });
  expect(await data(REVIEW)).toEqual({ review });
  await data(undo, { id: undone.undo.changeId });
  expect(await data(REVIEW)).toMatchObject({ review: { totalCount: 0 } });
});

it('is retracted as a session: outcomes, learnings and what waits', async () => {
  const trusts = '{ knowledgeItem(id: "import_fixtures") { trust learnings { totalCount } } }';
  const { data, turn, answer } = await captured('failure', [
    step('npm run fixtures:import -- --old', 'failed', 'unknown option'),
    step('npm run fixtures:import -- --new', 'ok'),
    ...STEPS,
  ]);
  expect(answer).toMatchObject({
    outcome: 'failure',
    credited: expect.arrayContaining(['item:import_fixtures']) as object,
  });
  expect(await data(trusts)).toEqual({
    knowledgeItem: { trust: expect.closeTo(0.95 ** 0.5, 10) as number, learnings: { totalCount: 1 } },
  });
  const refused = await service.graphql('other', RETRACT, { ref: 'session:s1' });
  expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' });
  const { retract } = await data<{ retract: { reason: string; changes: object[] } }>(RETRACT, { ref: 'session:s1' });
  expect(retract.reason).toBe('Wrong branch');
  expect(retract.changes).toContainEqual({
    ...{ ref: 'item:import_fixtures', trustAfter: 1 },
    trustBefore: expect.closeTo(0.95 ** 0.5, 10) as number,
  });
  expect(await data(trusts)).toEqual({ knowledgeItem: { trust: 1, learnings: { totalCount: 0 } } });
  expect(await data(REVIEW)).toMatchObject({ review: { totalCount: 0 } });
  expect(await data(RETRACT, { ref: 'session:s1' })).toMatchObject({
    retract: { reason: 'Wrong branch', changes: [] },
  });
  expect((await turn({ prompt: 'Go on' })).answer).toMatchObject({
    outcome: 'undecided',
    reason: 'The session was retracted',
  });
  expect(await data(trusts)).toMatchObject({ knowledgeItem: { trust: 1 } });
});

it('tells how many sessions and outcomes came, when, and what was ignored and why', async () => {
  const { namespace, data, turn } = await captured('success');
  await turn({ verdict: 'undecided', reason: 'no tests after the last edit', prompt: 'Go on' });
  const expected = { sessions: 1, outcomes: 1, undecided: 1, ignored: [{ reason: 'no tests after the last edit' }] };
  const { captureStatus } = await data<{ captureStatus: { lastEvent: string; lastOutcome: string } }>(STATUS);
  expect(captureStatus).toMatchObject(expected);
  expect(Date.parse(captureStatus.lastEvent)).toBeGreaterThanOrEqual(Date.parse(captureStatus.lastOutcome));
  const status = async (query: string, project = 'app') => {
    const headers = { 'x-namespace': namespace, 'x-project': project };
    return (await fetch(`${service.url}/hooks/status${query}`, { headers })).json() as Promise<object>;
  };
  expect(await status('?client=codex')).toMatchObject(expected);
  expect(await status('', 'other')).toMatchObject({ sessions: 1, ignored: [] });
  expect(await status('?client=gemini')).toMatchObject({
    sessions: 0,
    outcomes: 0,
    lastEvent: null,
    lastOutcome: null,
  });
});

it('lets go of old turns, and of sessions that have none left', async () => {
  const { namespace, data } = await captured('success');
  const graph = service.app.get(GraphService);
  // Other files' sessions are younger.
  await graph.transaction(async (transaction) => {
    await transaction.run(openSession, {
      ...{ namespace, id: 'old', session: { client: 'codex', team: 'default', project: 'app', agent: 'codex' } },
      ...{ prompt: null, prompts: 3, projects: null, now: new Date('2001-01-01') },
    });
    const turn = { client: 'codex', session: 'old', at: new Date('2001-01-01'), prompt: 'p', outcome: 'undecided' };
    await transaction.run(saveTurn, { namespace, session: 'old', id: 'old', turn });
  });
  expect(await data(STATUS)).toMatchObject({ captureStatus: { sessions: 2, outcomes: 1, undecided: 1 } });
  expect(await service.app.get(HooksKeeper).expire(new Date('2001-02-01'))).toBeGreaterThanOrEqual(2);
  expect(await data(STATUS)).toMatchObject({ captureStatus: { sessions: 1, outcomes: 1, undecided: 0 } });
});

it('moves to another namespace with its turns, what they matched and their answers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'captured-'));
  try {
    const { namespace, answer } = await captured('failure');
    const graph = service.app.get(GraphService);
    const to = freshNamespace();
    expect(await exportNamespace(graph, folder, { namespace })).toMatchObject({ foreign: [] });
    const served = { kinds: kinds.map(({ kind }) => kind), config: testConfig() };
    const done = await importNamespace(graph, folder, { as: to, now: new Date() }, served);
    expect(done).toMatchObject({ conflicts: [], findings: [], leftOut: 0 });
    const moved = await service.data(to, REVIEW, {}, { 'x-project': 'app' });
    expect(moved).toMatchObject({ review: { totalCount: 1, nodes: [{ reason: 'CAPTURED_MATCH' }] } });
    const again = { event: 'turn', session: 's1', prompt: PROMPT, steps: STEPS, end: 'done', verdict: 'failure' };
    const posted = await post(service, to, 'codex', { ...again, reason: 'Tests said so', receipts: [] });
    expect(posted.answer).toEqual(answer);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
