import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { featureModules } from '../../src/app.module.js';
import type { CapturedStep, CapturedTurn } from '../../src/transcripts/captured-turn.js';
import type { TestService } from '../context/support.js';
import { startTestService } from '../server/support.js';
import { freshNamespace } from '../support/graph.js';
import { hooksService, memory, post } from './support.js';

let service: TestService;
let driver: Driver;
beforeAll(async () => {
  service = await hooksService();
  driver = neo4j.driver(
    process.env['TEST_NEO4J_URI'] ?? '',
    neo4j.auth.basic(process.env['TEST_NEO4J_USER'] ?? 'neo4j', process.env['TEST_NEO4J_PASSWORD'] ?? ''),
    { disableLosslessIntegers: true },
  );
});
afterAll(async () => {
  await driver.close();
  await service.close();
});

const item = (id: string, description: string, action: string) => ({
  ...{ id, description, uiLocation: 'terminal', actionSequence: [action], prerequisites: [] },
  ...{ outputState: `${id}_done`, docCitation: 'doc' },
});
const SAVE = 'mutation ($input: KnowledgeItemInput!) { saveKnowledgeItem(input: $input) { id } }';
const TRUSTS = `{ knowledgeItems { nodes { id trust evidence { nodes {
  kind positive state verification attributed session } } learnings { nodes {
    id task originalError recoveryApproach verified } } } } }`;

interface Item {
  readonly id: string;
  readonly trust: number;
  readonly evidence: { readonly nodes: readonly Record<string, unknown>[] };
  readonly learnings: { readonly nodes: readonly Record<string, unknown>[] };
}

const PROMPT = 'Renew the expired fixtures of the project';
const shell = (text: string, verdict: CapturedStep['verdict'] = 'ok', error?: string): CapturedStep => ({
  ...{ kind: 'shell', tool: 'Bash', text, verdict },
  ...(error !== undefined && { error }),
});
const edit = (text: string): CapturedStep => ({ kind: 'edit', tool: 'Edit', text, verdict: 'ok' });
const RENEW = 'npm run fixtures:renew';

async function world(on: Pick<TestService, 'url'> = service) {
  const namespace = freshNamespace();
  const headers = { 'x-project': 'app' };
  const data = <Data>(query: string, variables: object = {}, more = {}) =>
    service.data<Data>(namespace, query, variables, { ...headers, ...more });
  await data(SAVE, { input: item('renew_fixtures', 'Renew the expired fixtures.', RENEW) });
  await data(SAVE, { input: item('clear_cache', 'Clear the cache of the expired fixtures.', 'npm run cache:clear') });
  await data(
    ...memory('Expired fixtures', 'The expired fixtures of the project need `./scripts/seed-fixtures.sh --all`.'),
  );
  const prompt = async (session = 's1', text = PROMPT) =>
    (await post(on, namespace, 'codex', { event: 'prompt', session, prompt: text })).answer.context;
  const turn = async (steps: readonly CapturedStep[], more: Partial<CapturedTurn> = {}) => {
    const body: CapturedTurn = {
      ...{ event: 'turn', session: 's1', prompt: PROMPT, steps, end: 'done', verdict: 'undecided' },
      ...{ reason: 'no tests after the last edit', receipts: [] },
      ...more,
    };
    const { status, answer } = await post(on, namespace, 'codex', body);
    expect(status).toBe(200);
    return answer;
  };
  const items = async () =>
    new Map(
      (await data<{ knowledgeItems: { nodes: Item[] } }>(TRUSTS)).knowledgeItems.nodes.map((each) => [each.id, each]),
    );
  const trust = async (id: string) => (await items()).get(id)?.trust;
  return { namespace, data, prompt, turn, items, trust };
}
const FAILED = { verdict: 'failure', reason: 'Tests failed after the last edit' } as const;
const PASSED = { verdict: 'success', reason: 'Tests passed after the last edit' } as const;

describe('a turn', () => {
  it('whose tests failed lowers the entry that its failed step followed, and no other', async () => {
    const { prompt, turn, items } = await world();
    expect(await prompt()).toContain(RENEW);
    const steps = [shell(RENEW, 'failed', 'missing script'), shell('npm run cache:clear'), shell('npm test', 'failed')];
    expect(await turn(steps, FAILED)).toEqual({
      ...{ stored: true, outcome: 'failure', credited: ['item:renew_fixtures'] },
      reason: 'Tests failed after the last edit',
    });
    const found = await items();
    expect(found.get('renew_fixtures')).toMatchObject({
      trust: 0.95,
      evidence: {
        nodes: [{ positive: false, verification: 'TOOL', attributed: `matched "${RENEW}"`, session: 's1' }],
      },
    });
    expect(found.get('clear_cache')).toMatchObject({ trust: 1, evidence: { nodes: [] } });
  });

  it('counts once, however often it is posted', async () => {
    const { prompt, turn, trust } = await world();
    await prompt();
    const steps = [shell(RENEW, 'failed')];
    const answers = [...(await Promise.all([turn(steps, FAILED), turn(steps, FAILED)])), await turn(steps, FAILED)];
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(await trust('renew_fixtures')).toBe(0.95);
  });

  it.each<[string, readonly CapturedStep[], Partial<CapturedTurn>]>([
    ['without a verdict', [shell(RENEW, 'failed')], {}],
    ['that failed, while the step that matches did not', [shell(RENEW), shell('npm test', 'failed')], FAILED],
    ['that failed after a text that the prompt said', [shell(RENEW, 'failed')], { ...FAILED, prompt: `Do ${RENEW}` }],
    ['that only searched for the text', [shell(`grep -r "${RENEW}" docs`, 'failed')], FAILED],
    ['that said the text in a message', [shell(`git commit -m "${RENEW}"`, 'failed')], FAILED],
    ['that did two things of which one failed', [shell(`${RENEW} && npm test`, 'failed')], FAILED],
    ['that did something longer', [shell(`${RENEW}:all`, 'failed')], FAILED],
    ['that repeats what it read elsewhere', [shell('cat x', 'failed', RENEW), shell(RENEW, 'failed')], FAILED],
    ['that cannot be read', [shell(`for a in 1; do ${RENEW}; done`, 'failed')], FAILED],
  ])('%s blames nobody', async (_, steps, more) => {
    const { prompt, turn, items } = await world();
    await prompt();
    expect(await turn(steps, more)).toMatchObject({ credited: [] });
    expect([...(await items()).values()].map(({ trust }) => trust)).toEqual([1, 1]);
  });

  it('blames nobody by a text that two entries own, or where no context was given', async () => {
    const { data, prompt, turn, trust } = await world();
    expect(await turn([shell(RENEW, 'failed')], { ...FAILED, session: 'without' })).toMatchObject({
      ...{ outcome: 'undecided', reason: 'No context was delivered in this session' },
    });
    await data(SAVE, { input: item('renew_again', 'Something else altogether.', `First ${RENEW}, then look.`) });
    await prompt();
    expect(await turn([shell(RENEW, 'failed')], FAILED)).toMatchObject({ outcome: 'failure', credited: [] });
    expect(await trust('renew_fixtures')).toBe(1);
  });

  it('replaces the verdict of an earlier one', async () => {
    const { data, prompt, turn, items } = await world();
    await prompt();
    await turn([shell(RENEW, 'failed'), shell('./scripts/seed-fixtures.sh --all')], FAILED);
    expect(await turn([shell('npm test')], { ...PASSED, prompt: 'Go on' })).toMatchObject({ outcome: 'success' });
    const renew = (await items()).get('renew_fixtures');
    expect(renew?.trust).toBe(1);
    expect(renew?.evidence.nodes.map(({ kind, state }) => [kind, state])).toEqual([
      ['RETRACTION', 'APPLIED'],
      ['TASK_COMPLETION', 'RETRACTED'],
    ]);
    const { receipts } = await data<{ receipts: { nodes: object[] } }>(
      '{ receipts(session: "s1") { nodes { success verification delivered items { kind used } } } }',
    );
    expect(receipts.nodes).toMatchObject([{ success: true, verification: 'TOOL', delivered: 'HOOK' }]);
    expect(receipts.nodes).toMatchObject([
      { items: expect.arrayContaining([{ kind: 'MEMORY', used: true }]) as object },
    ]);
  });

  it('teaches the item whose step failed what worked instead, unverified and without moving its trust', async () => {
    const { prompt, turn, items } = await world();
    await prompt();
    const instead = 'npm run fixtures:renew -- --force';
    await turn([shell(`${RENEW} --old`, 'failed', 'unknown option --old'), shell('ls'), shell(instead)]);
    expect((await items()).get('renew_fixtures')).toMatchObject({
      trust: 1,
      learnings: {
        nodes: [
          {
            ...{ task: PROMPT, originalError: 'unknown option --old', verified: false },
            recoveryApproach: `This succeeded instead: ${instead}`,
          },
        ],
      },
    });
    expect(await prompt('s2')).toContain(instead);
  });

  it.each<[string, readonly CapturedStep[]]>([
    ['an edit came between', [shell(RENEW, 'failed'), edit('package.json'), shell(`${RENEW} -- --force`)]],
    ['it was another script', [shell(RENEW, 'failed'), shell('npm run lint')]],
    ['it was the same', [shell(RENEW, 'failed'), shell(RENEW)]],
    ['it failed, too', [shell(RENEW, 'failed'), shell(`${RENEW} -- --force`, 'failed')]],
  ])('teaches nothing where %s', async (_, steps) => {
    const { prompt, turn, items } = await world();
    await prompt();
    await turn(steps);
    expect((await items()).get('renew_fixtures')?.learnings.nodes).toEqual([]);
  });
});

describe('one run is one voice', () => {
  const REPORT = 'mutation ($input: OutcomeInput!) { reportOutcome(input: $input) { success verification } }';
  const asked = async (data: <Data>(query: string, variables?: object) => Promise<Data>) =>
    (
      await data<{ context: { receiptId: string } }>(
        'query ($input: ContextInput!) { context(input: $input) { receiptId } }',
        { input: { query: PROMPT, minMatch: 0 } },
      )
    ).context.receiptId;

  it('what the agent reports itself stands, and what was captured adds nothing, before or after', async () => {
    const { data, prompt, turn, items, trust } = await world();
    await prompt();
    const own = await asked(data);
    const input = { receiptId: own, success: true, used: ['item:renew_fixtures'] };
    await turn([shell(RENEW, 'failed')], { ...FAILED, receipts: [own] });
    expect(await trust('renew_fixtures')).toBe(0.95);
    // It reports after the capture …
    expect(await data(REPORT, { input })).toEqual({ reportOutcome: { success: true, verification: 'AGENT' } });
    // … and what is captured later changes nothing.
    const later = await turn([shell('npm test', 'failed')], { ...FAILED, prompt: 'Go on' });
    expect(later).toMatchObject({
      outcome: 'undecided',
      credited: [],
      reason: 'The agent reported the outcome itself',
    });
    const standing = (await items())
      .get('renew_fixtures')
      ?.evidence.nodes.filter(({ kind, state }) => kind !== 'RETRACTION' && state === 'APPLIED');
    expect(standing).toMatchObject([{ positive: true, verification: 'AGENT', attributed: 'named' }]);
  });

  it('a receipt of a tool joins, and its entries match only behind the call', async () => {
    const { data, turn } = await world();
    const own = await asked(data);
    const call: CapturedStep = { kind: 'mcp', tool: 'mcp__heartwood__knowledge_context', text: PROMPT, verdict: 'ok' };
    const more = { ...PASSED, receipts: [own] };
    expect(await turn([shell(RENEW), call], { ...more, session: 's2' })).toMatchObject({ credited: [] });
    const again = await asked(data);
    expect(await turn([call, shell(RENEW)], { ...more, receipts: [again], session: 's3' })).toMatchObject({
      credited: ['item:renew_fixtures'],
    });
  });
});

it('keeps no secret of a command, an output or a path, in the graph or in the log', async () => {
  const logged = await startTestService(
    { HOOK_ANSWER_MS: '60000', LOG_LEVEL: 'debug', NEO4J_SLOW_MS: '1' },
    { features: featureModules() },
  );
  const { namespace, prompt, turn } = await world(logged);
  const secrets = ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', 'Hirsch8kuh', 'AKIAIOSFODNN7EXAMPL3'];
  const [token = '', password = '', key = ''] = secrets;
  await prompt('s1', `${PROMPT} with password=${password}`);
  await turn(
    [
      shell(`curl -H "Authorization: Bearer ${token}" https://example.com`),
      shell(`mysql --password=${password}`, 'failed', `denied for password=${password}`),
      edit(`/home/u/aws_access_key_id=${key}/x`),
      shell(`DB_PASSWORD=${password} npm run fixtures:renew`, 'failed', `token ${token} expired`),
      shell(`DB_PASSWORD=${password} npm run fixtures:renew -- --force`),
    ],
    { ...FAILED, prompt: `${PROMPT} with password=${password}`, reason: `It said ${token}` },
  );
  const { records } = await driver.executeQuery(
    `MATCH (n {namespace: $namespace}) OPTIONAL MATCH (n)-[e]->() RETURN properties(n) AS node, properties(e) AS edge`,
    { namespace },
  );
  const stored = JSON.stringify(records.map((record) => record.toObject()));
  expect(stored).toContain('fixtures:renew -- --force');
  await logged.close();
  expect(logged.log()).toContain('hooks/');
  for (const secret of secrets) expect(stored + logged.log()).not.toContain(secret);
});

it.each([
  ['a kind of step that is none', { steps: [{ kind: 'magic', tool: 't', text: 'x', verdict: 'ok' }] }],
  ['401 steps', { steps: Array.from({ length: 401 }, () => shell('ls')) }],
  ['a verdict that is none', { verdict: 'maybe' }],
  ['contents of a file', { content: 'x' }],
])('refuses %s', async (_, more) => {
  const body = { event: 'turn', session: 's', prompt: 'p', steps: [], end: 'done', verdict: 'undecided', reason: '' };
  expect((await post(service, freshNamespace(), 'codex', { ...body, receipts: [], ...more })).status).toBe(400);
});

it('is closed to a session of another team', async () => {
  const { namespace, prompt } = await world();
  await prompt();
  const body = { event: 'turn', session: 's1', prompt: 'p', steps: [], end: 'done', verdict: 'undecided', reason: '' };
  const answer = await post(service, namespace, 'codex', { ...body, receipts: [] }, { 'x-team': 'other' });
  expect(answer.status).toBe(403);
});
