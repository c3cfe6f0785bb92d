import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { featureModules } from '../../src/app.module.js';
import { post } from '../hooks/support.js';
import { CHROMIUM, startTestService, type TestService } from '../server/support.js';
import { freshNamespace } from '../support/graph.js';
import { openBrowser, seed, SOON, watchedPage } from './support.js';

// What a person decides on the page, what an agent was given, and the way from an empty namespace to an answer.

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  service = await startTestService({ HOOK_ANSWER_MS: '60000' }, { features: featureModules() });
  if (CHROMIUM !== undefined) browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service.close();
});

const address = (path: string, query: Record<string, string> = {}) =>
  `${service.url}${path}?${new URLSearchParams({ namespace: service.namespace, ...query }).toString()}`;

async function data<Data>(query: string, variables: object = {}, headers: Record<string, string> = {}): Promise<Data> {
  const answer = await service.graphql(query, variables, headers);
  expect(answer.errors).toEqual([]);
  return answer.data as Data;
}

/** Leaves one decision of each of five reasons. */
async function undecided(): Promise<void> {
  await seed(service);
  const learning = (key: string, more: string) => `attachLearning(input: {
    itemId: "compare_blue", kind: SELF_EXPLORATION, task: "Compare ${key}", stepNum: 0, originalAction: { tool_name: "click" },
    originalError: "It is greyed out", idempotencyKey: "${key}"${more}
  }) { trustAfter }`;
  await data(`mutation {
    open: ${learning('open', '')}
    told: ${learning('told', ', recoveryApproach: "Mark two measurements first"')}
  }`);
  const nodes = ['ann', 'lee'].map((node_id) => ({ node_id, node_type: 'person', label: 'Ann Lee' }));
  await data('mutation ($document: JSON!) { loadKnowledge(document: $document) { created } }', {
    document: { graph: { nodes, edges: [] } },
  });
  const works = (target_id: string) => ({
    ...{
      source_id: 'ann',
      target_id,
      edge_type: 'WORKS_AT',
      valid_from: '2024-01-01',
      properties: { source: 'a letter' },
    },
  });
  const employers = ['Acme', 'Bolt'].map((label) => ({ node_id: label.toLowerCase(), node_type: 'firm', label }));
  await data('mutation { declareRelationType(type: "WORKS_AT", functional: true) { changed } }');
  await data('mutation ($document: JSON!) { loadKnowledge(document: $document) { created } }', {
    document: { graph: { nodes: employers, edges: [works('acme'), works('bolt')] } },
  });
  const { savePlan } = await data<{ savePlan: { id: string } }>(
    'mutation { savePlan(input: { task: "Compare two runs", actions: [{ toolName: "Click-Tool" }] }) { id } }',
  );
  await data(
    'mutation ($id: ID!) { reportStep(input: { planId: $id, stepNum: 0, outcome: FAILURE, error: "No such menu", recover: false }) { note } }',
    { id: savePlan.id },
  );
}

describe.skipIf(CHROMIUM === undefined)('a person at the page', () => {
  it('decides what waits without the mouse; each decision leads to the next, and has an undo', async () => {
    await undecided();
    const { page, problems } = await watchedPage(browser, service.url);
    await page.goto(address('/'));
    const card = page.getByRole('region', { name: 'Needs review' });
    const entry = (says: string) => card.getByRole('listitem').filter({ hasText: says });
    const waits = () => card.locator('[data-waits]').count();
    const focused = () => page.evaluate<string>('document.activeElement.closest(".waits")?.innerText ?? ""');
    await expect.poll(waits, SOON).toBe(5);

    await entry('Which item').getByLabel('Find the item by its words').fill('zeppelin');
    await page.keyboard.press('Enter');
    await entry('Which item').getByText('No item has such words').waitFor();
    await entry('Which item').getByLabel('Find the item by its words').fill('compare two measurements side by side');
    await page.keyboard.press('Enter');
    await entry('Which item').getByRole('list', { name: 'Items found' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent'), SOON).toMatch(/^It was “/);
    await page.keyboard.press('Enter');
    await entry('Which item').getByRole('button', { name: 'Undo' }).waitFor();
    expect(await waits()).toBe(4);
    expect(await focused()).toContain('Only one of these facts can be true');
    const facts = entry('Only one of these facts');
    await facts.getByRole('button', { name: '“Acme” is true' }).press('Enter');
    await facts.getByRole('button', { name: 'Undo' }).press('Enter');
    await facts.getByRole('button', { name: 'Both are true' }).press('Enter');
    await facts.getByRole('button', { name: 'Undo' }).press('Enter');
    await facts.getByRole('button', { name: '“Bolt” is true' }).press('Enter');
    await facts.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await focused()).toContain('Two entities may be the same');
    await entry('Two entities').getByRole('button', { name: 'The same: merge them' }).press('Enter');
    await entry('Two entities').getByRole('button', { name: 'Undo' }).press('Enter');
    await entry('Two entities').getByRole('button', { name: 'Different' }).waitFor();
    expect(await focused()).toContain('Two entities may be the same');
    await entry('Two entities').getByRole('button', { name: 'Different' }).press('Enter');
    await entry('not confirmed since').getByRole('button', { name: 'Right' }).press('Enter');
    await entry('no fix known').getByLabel('What worked instead?').fill('Mark both runs');
    await page.keyboard.press('Enter');
    await expect.poll(waits, SOON).toBe(0);
    expect(await card.getByRole('button', { name: 'Undo' }).count()).toBe(5);

    // What was learned from the step waits now, and so does the text that was just said to work.
    await card.getByRole('button', { name: 'Show what waits now' }).click();
    await expect.poll(waits, SOON).toBe(2);
    const { review } = await data<{ review: { nodes: { reason: string }[] } }>('{ review { nodes { reason at } } }');
    expect(review.nodes.map(({ reason }) => reason).sort()).toEqual(['AWAITING_RECOVERY', 'UNVERIFIED_LEARNING']);
    await page.close();
    expect(problems).toEqual([]);
  });

  it('sees without the right why there are no buttons', async () => {
    const { page, problems } = await watchedPage(browser, service.url);
    await page.route('**/graphql', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace('"role":"ADMIN"', '"role":"WRITER"'),
      });
    });
    await page.goto(address('/'));
    const card = page.getByRole('region', { name: 'Needs review' });
    await card.getByText('use a key with the role reviewer').waitFor();
    expect(await card.getByRole('button', { name: /Right|Wrong|Save/ }).count()).toBe(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
    expect(problems).toEqual([]);
  });

  it('opens what an agent was given, and the session around it', async () => {
    const memory = { title: 'Seed the runs', description: 'Runs', content: 'The runs come from `npm run runs:seed`.' };
    const { recordMemory } = await data<{ recordMemory: { id: string } }>(
      'mutation ($input: MemoryInput!) { recordMemory(input: $input) { id } }',
      { input: { ...memory, outcome: 'SUCCESS', scope: 'ORG' } },
      { 'x-agent': 'planner' },
    );
    const prompt = 'Where do the runs come from, and how do I seed the runs?';
    const project = { 'x-project': 'default' };
    await post(service, service.namespace, 'codex', { session: 's1', prompt }, project);
    const step = { kind: 'shell', tool: 'shell', text: 'npm run runs:seed', exit: 0, verdict: 'ok' };
    const turn = { event: 'turn', session: 's1', prompt, steps: [step], end: 'done', receipts: [] };
    const said = { verdict: 'success', reason: 'Tests passed after the last edit.' };
    await post(service, service.namespace, 'codex', { ...turn, ...said }, project);

    const { page, problems } = await watchedPage(browser, service.url);
    await page.goto(address('/node', { ref: `memory:${recordMemory.id}` }));
    await page.getByRole('heading', { name: 'Which agents of your project were given it' }).waitFor();
    await page.locator('a[href*="receipt"]').first().click();
    await page.getByRole('heading', { level: 1, name: prompt }).waitFor();
    const given = page.getByRole('region', { name: 'What it was given' });
    await given.getByRole('link', { name: 'Seed the runs' }).waitFor();
    await given.getByText('Share of the outcome 1: waits until another agent agrees').waitFor();
    expect(await given.innerText()).toMatch(/because of: relevance/);
    await page.getByRole('region', { name: 'Text of the context' }).getByText('npm run runs:seed').waitFor();
    await page.getByRole('link', { name: 's1' }).click();
    const timeline = page.getByRole('region', { name: 'What happened, in its order' });
    await timeline.getByText('success: Tests passed after the last edit.').waitFor();
    await timeline.getByText('One step').click();
    await timeline.getByText('npm run runs:seed').waitFor();
    await timeline.getByRole('link', { name: prompt }).click();
    await given.waitFor();

    const { context } = await data<{ context: { receiptId: string; hits: { knowledge: { ref: string } }[] } }>(
      `query { context(input: { query: "put two measurements side by side", kinds: [ITEM], first: 1, minMatch: 0 }) {
        receiptId hits { knowledge { ref } } } }`,
    );
    const used = context.hits.map(({ knowledge }) => knowledge.ref);
    await data('mutation ($input: OutcomeInput!) { reportOutcome(input: $input) { id } }', {
      input: { receiptId: context.receiptId, success: false, used },
    });
    await page.goto(address('/node', { ref: `receipt:${context.receiptId}` }));
    await given.getByText(/trust moved from [\d.]+ to [\d.]+/).waitFor();
    await page.goBack();

    // What was deleted since is named, but not shown.
    await data('mutation ($ref: String!) { delete(ref: $ref) }', { ref: `memory:${recordMemory.id}` });
    await page.reload();
    await given.getByText('was deleted since, or your key does not open it').waitFor();
    await page.getByText('The text was removed').waitFor();
    expect(await page.locator('main').innerText()).not.toContain('npm run');
    await page.goto(address('/node', { ref: 'receipt:none' }));
    await page.getByText('There is no such node in this namespace').waitFor();
    await page.close();
    expect(problems).toEqual([]);
  });

  it('comes from an empty namespace to an answer from a text of 50 KB within a minute', async () => {
    const namespace = freshNamespace();
    const section = (n: number) =>
      `## Care of pump number ${n}\n\n${`Pump ${n} is opened only after the valve ${n * 7} was closed. `.repeat(7)}\n\n`;
    const text = `# The pumps\n\n${Array.from({ length: 130 }, (_, n) => section(n)).join('')}`;
    expect(text.length).toBeGreaterThan(50_000);
    const { page, problems, expectFailures } = await watchedPage(browser, service.url);
    expectFailures();
    const begin = Date.now();
    await page.goto(address('/', { namespace }));
    await page.getByRole('heading', { name: '2. Bring in a folder' }).waitFor();
    await page.getByText(`heartwood ingest notes/ --namespace ${namespace}`).waitFor();
    await page.locator('input[type=file]').setInputFiles([
      { name: 'pumps.md', mimeType: 'text/markdown', buffer: Buffer.from(text) },
      {
        name: 'picture.png',
        mimeType: 'image/png',
        buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]),
      },
    ]);
    await page.getByText('1 of 2 stored.').waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'picture.png' }).innerText()).toMatch(/picture\.png: .+/);
    const ask = page.getByRole('link', { name: /^Ask: Care of pump number \d+$/ });
    await expect.poll(() => page.evaluate('document.activeElement.textContent'), SOON).toMatch(/^Ask: Care of pump/);
    const question = ((await ask.textContent()) ?? '').replace('Ask: ', '');
    await page.keyboard.press('Enter');
    await page.locator('.hit').first().getByText(question).first().waitFor();
    expect(Date.now() - begin).toBeLessThan(60_000);
    // Home shows now what was stored.
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('region', { name: 'Needs review' }).waitFor();
    await page.close();
    expect(problems).toEqual([]);
  });
});
