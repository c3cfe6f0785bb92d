import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { featureModules } from '../../src/app.module.js';
import { CHROMIUM, startTestService, type TestService } from '../server/support.js';
import { openBrowser, seed, SOON, watchedPage } from './support.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

let service: TestService;
let browser: Browser;
let namespace: string;

beforeAll(async () => {
  service = await startTestService({}, { features: featureModules() });
  if (CHROMIUM !== undefined) browser = await openBrowser();
  namespace = service.namespace;
  await seed(service);
  const learning = `mutation {
    attachLearning(input: {
      itemId: "compare_blue", kind: SELF_EXPLORATION, task: "Compare", stepNum: 0, originalAction: { tool_name: "click" },
      originalError: "It is greyed out", idempotencyKey: "one"
    }) { trustAfter }
  }`;
  expect((await service.graphql(learning)).errors).toEqual([]);
  // A message has no title.
  const said = `mutation { addMessages(session: "monday", messages: [
    { messageId: "1", role: "user", content: "Please put the two measurements side by side" }
  ]) { messages { messageId } } }`;
  expect((await service.graphql(said)).errors).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  await service.close();
});

const address = (path: string, query: Record<string, string> = {}) =>
  `${service.url}${path}?${new URLSearchParams({ namespace, ...query }).toString()}`;

/** Returns accessibility problems that axe finds: rule and elements. */
async function findings(page: Page): Promise<string[]> {
  // The page's policy allows only its own scripts. A debugger is not subject to it.
  const found = await page.evaluate<{
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  }>('axe.run(document, { resultTypes: ["violations"] })');
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

const VIEWS: readonly (readonly [name: string, path: string, query: Record<string, string>, ready: string])[] = [
  ['home', '/', {}, '#misleading-title ~ .table'],
  ['what is asked', '/ask', { q: 'put two measurements side by side' }, '.hit'],
  ['messages', '/ask', { q: 'two measurements side by side', kind: 'MESSAGE' }, '.hit'],
  ['a node', '/node', { ref: 'item:compare_blue' }, '.card table'],
  ['its trust', '/node', { ref: 'item:compare_blue', view: 'trust' }, '.chart canvas'],
  ['its versions', '/node', { ref: 'item:compare_blue', view: 'versions' }, '.card h2'],
  ['its graph', '/node', { ref: 'item:compare_blue', view: 'graph' }, '.graph canvas'],
  ['what is gone', '/node', { ref: 'item:never_was' }, '.notice'],
];

describe.skipIf(CHROMIUM === undefined)('the page in a browser, at length', () => {
  it.each(VIEWS)('keeps nobody out, in light and dark, at 390 pixels too: %s', async (_, path, query, ready) => {
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 390],
    ] as const) {
      const { page, problems } = await watchedPage(browser, service.url, {
        colorScheme,
        viewport: { width, height: 844 },
      });
      await page.addInitScript({ path: AXE });
      await page.goto(address(path, query));
      await page.locator(ready).first().waitFor();
      await page.evaluate('document.querySelectorAll("details").forEach((details) => { details.open = true; })');
      expect(await findings(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      await page.close();
      expect(problems).toEqual([]);
    }
  });

  it('keeps nobody out of what it asks before it reports', async () => {
    const { page, problems } = await watchedPage(browser, service.url);
    await page.addInitScript({ path: AXE });
    await page.goto(address('/ask', { q: 'put two measurements side by side' }));
    await page.getByRole('button', { name: 'This failed' }).first().click();
    await page.getByRole('dialog').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count(), SOON).toBe(0);
    await page.close();
    expect(problems).toEqual([]);
  });

  it('offers no writing where the database only reads', async () => {
    const { page, problems } = await watchedPage(browser, service.url);
    await page.route('**/graphql', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace('"readOnly":false', '"readOnly":true'),
      });
    });
    await page.goto(address('/ask', { q: 'put two measurements side by side' }));
    await page.locator('.hit').first().waitFor();
    expect(await page.getByRole('button', { name: /This (helped|failed)/ }).count()).toBe(0);
    // Otherwise requests of the page that are still under way would fail.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
    expect(problems).toEqual([]);
  });

  it('shows long texts in part at first', async () => {
    const long = 'measurement '.repeat(4_166);
    const { errors } = await service.graphql(
      'mutation ($document: JSON!) { loadKnowledge(document: $document) { pieces } }',
      {
        document: {
          pieces: [{ piece_id: 'long', title: 'Long', content: long, knowledge_type: 'note', info_type: 'context' }],
        },
      },
    );
    expect(errors).toEqual([]);
    const { page, problems } = await watchedPage(browser, service.url);
    await page.goto(address('/node', { ref: 'piece:long' }));
    await page.getByRole('button', { name: /^All / }).click();
    expect((await page.getByLabel('What it says').innerText()).trim()).toHaveLength(long.trim().length);
    await page.close();
    expect(problems).toEqual([]);
  });

  it('is light or dark as chosen, and fits a phone', async () => {
    const { page, problems } = await watchedPage(browser, service.url, {
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    });
    await page.goto(address('/ask', { q: 'put two measurements side by side' }));
    await page.locator('.hit').first().waitFor();
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const dark = await background();
    await page.getByRole('combobox', { name: 'Colours' }).selectOption('light');
    expect(await background()).not.toBe(dark);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.close();
    expect(problems).toEqual([]);
  });

  it('shows the text for a prompt with its receipt, and the question for elsewhere', async () => {
    const { page, problems } = await watchedPage(browser, service.url);
    const receipts = async () => (await service.graphql('{ receipts { totalCount } }')).data;
    const before = await receipts();
    await page.goto(address('/ask', { q: 'put two measurements side by side' }));
    const prompt = page.getByRole('region', { name: 'As a text for a prompt' });
    await prompt.getByText('# Knowledge items').waitFor();
    // To look records nothing.
    expect(await receipts()).toEqual(before);
    await prompt.getByRole('button', { name: 'Record it as given' }).click();
    await prompt.getByText(/Recorded as given, with the receipt/).waitFor();
    const receipt = await prompt.locator('code').first().innerText();
    const { data } = await service.graphql('query ($id: ID!) { receipt(id: $id) { agent } }', { id: receipt });
    expect(data?.['receipt']).toEqual({ agent: 'explorer' });
    await page.getByText('Ask this from a program or an agent').click();
    await page.getByLabel('MCP').check();
    await page.getByText('"knowledge_context"').waitFor();
    await page.close();
    expect(problems).toEqual([]);
  });
});
