import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { featureModules } from '../../src/app.module.js';
import { LimitExceededError } from '../../src/common/errors.js';
import { GraphService } from '../../src/graph/graph.service.js';
import { CHROMIUM, startTestService, type TestService } from '../server/support.js';
import { openBrowser, SOON, watchedPage, type WatchedPage } from './browser.js';

// Shows the demo data in the explorer, in a real browser. Each test watches for requests to other hosts and for errors
// of the console.

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** Both windows can be sorted, in different ways, and the question does not say which one is open. */
const QUESTION = 'Bring the list into ascending order by its column header';

let service: TestService;
let browser: Browser;
let namespace: string;

beforeAll(async () => {
  service = await startTestService({}, { features: featureModules() });
  if (CHROMIUM !== undefined) browser = await openBrowser();
  namespace = service.namespace;
  const { errors } = await service.graphql('mutation { loadSample { changed } }');
  expect(errors).toEqual([]);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await service.close();
});

const address = (path: string, query: Record<string, string> = {}) =>
  `${service.url}${path}?${new URLSearchParams({ namespace, ...query }).toString()}`;

/** Runs a test with a page, and checks that nothing was requested from other hosts and nothing failed. */
async function looking(
  work: (page: Page, watched: WatchedPage) => Promise<void>,
  options?: Parameters<typeof watchedPage>[2],
): Promise<void> {
  const watched = await watchedPage(browser, service.url, options);
  await work(watched.page, watched);
  await watched.page.unrouteAll({ behavior: 'ignoreErrors' });
  await watched.page.close();
  expect(watched.problems).toEqual([]);
}

const refs = (page: Page) =>
  page.locator('.hit').evaluateAll((hits) => hits.map((hit) => hit.getAttribute('data-ref')));

/** Presses the Tab key until this element is focused, as a user without a mouse does. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    if (await page.evaluate<boolean>(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`150 presses of Tab never came to ${selector}`);
}

describe('the demo data', () => {
  it('is loaded from its beginning once more where the database ran out of time', async () => {
    const graph = service.app.get(GraphService, { strict: false });
    const run = graph.run.bind(graph);
    let refused = 0;
    vi.spyOn(graph, 'run').mockImplementation((statement, ...rest) => {
      if (statement.name === 'planning/find-plans' && refused++ === 0) throw new LimitExceededError('too slow');
      return run(statement, ...rest);
    });
    const other = { 'x-namespace': `${namespace}-again` };
    const counts = '{ status { counts { kind count } } plans { totalCount } }';
    expect(await service.graphql('mutation { loadSample { changed } }', {}, other)).toMatchObject({ errors: [] });
    expect(refused).toBeGreaterThan(1);
    const { data } = await service.graphql(counts, {}, other);
    expect(data).toEqual((await service.graphql(counts)).data);
  }, 300_000);
});

const HITS = '.hit';
const VIEWS: readonly (readonly [name: string, path: string, query: Record<string, string>, ready: string])[] = [
  ['home', '/', {}, '#misleading-title ~ .table'],
  ['what is asked', '/ask', { q: QUESTION }, HITS],
  ['an item', '/node', { ref: 'item:open_files' }, '.card'],
  ['its trust', '/node', { ref: 'item:open_files', view: 'trust' }, '.chart canvas'],
  ['its graph', '/node', { ref: 'item:open_files', view: 'graph' }, '.graph canvas'],
  ['a fluent', '/node', { ref: 'fluent:MSA/rendezVous' }, '.card'],
  ['versions of a fluent', '/node', { ref: 'fluent:MSA/gap', view: 'versions' }, '.card h2'],
  ['a note', '/node', { ref: 'piece:jonas-pressure' }, '.card'],
];

describe.skipIf(CHROMIUM === undefined)('the demo data in the explorer', () => {
  it('is found, and what comes first says why', () =>
    looking(async (page) => {
      await page.goto(address('/ask'));
      await page.getByRole('searchbox').fill(QUESTION);
      await page.keyboard.press('Enter');
      const first = page.locator(HITS).first();
      await first.waitFor();
      await first.getByText('The exact arithmetic').click();
      const written = await first.locator('[data-test=arithmetic]').innerText();
      expect(written.split(' = ')[1]).toBe(await first.locator('.hit-score').innerText());
      // The URL of a view shows another user the same view.
      const link = page.url();
      const before = await refs(page);
      await looking(async (other) => {
        await other.goto(link);
        await other.locator(HITS).first().waitFor();
        expect(await refs(other)).toEqual(before);
      });
    }));

  it('is reordered by the report of a failure, and stands as before once that is taken back', () =>
    looking(async (page) => {
      await page.goto(address('/ask', { q: QUESTION, kind: 'ITEM' }));
      await page.locator(HITS).first().waitFor();
      const before = await refs(page);
      await page.locator(HITS).first().getByRole('button', { name: 'This failed' }).click();
      await page.getByLabel(/What happened/).fill('The header did nothing');
      await page.getByRole('button', { name: 'Report the failure' }).click();
      const result = page.locator('[data-test=outcome]');
      await result.waitFor();
      await expect.poll(async () => (await refs(page))[0], SOON).toBe(before[1]);
      await result.getByRole('button', { name: 'Take it back' }).click();
      await page.getByText('It was taken back').waitFor();
      await expect.poll(() => refs(page), SOON).toEqual(before);
    }));

  it('is asked, reported on and read by keyboard alone', () =>
    looking(async (page) => {
      await page.goto(address('/'));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await tabTo(page, 'header nav a[href^="/ask"]');
      await page.keyboard.press('Enter');
      await page.getByRole('searchbox').waitFor();
      await tabTo(page, 'input[type=search]');
      await page.keyboard.type(QUESTION);
      await page.keyboard.press('Enter');
      await page.locator(HITS).first().waitFor();
      await tabTo(page, '.hit summary');
      await page.keyboard.press('Enter');
      await page.locator('[data-test=arithmetic]').first().waitFor();
      // The page asks for confirmation first; Escape cancels.
      await tabTo(page, '.hit button');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('dialog').count(), SOON).toBe(0);
      await page.goto(address('/node', { ref: 'item:open_files', view: 'graph' }));
      await page.locator('.graph canvas').first().waitFor();
      const rows = page.locator('tbody tr');
      const shown = await rows.count();
      await tabTo(page, 'tbody button');
      await page.keyboard.press('Enter');
      await expect.poll(() => rows.count(), SOON).toBeGreaterThan(shown);
    }));

  it('shows how a trust came about, as a chart and as a table', () =>
    looking(async (page) => {
      const { data } = await service.graphql(
        `{ misleading(first: 1) { nodes { knowledge { ref ... on KnowledgeItem { trustHistory(last: 500) { trust } } } } } }`,
      );
      const [worst] = (data?.['misleading'] as { nodes: { knowledge: { ref: string; trustHistory: object[] } }[] })
        .nodes;
      await page.goto(address('/node', { ref: worst?.knowledge.ref ?? '', view: 'trust' }));
      const card = page.getByRole('region', { name: 'Trust over time' });
      await card.locator('canvas').waitFor();
      await card.getByText('The same as a table').click();
      expect(await card.locator('tbody tr').count()).toBe(worst?.knowledge.trustHistory.length);
    }));

  it('shows a change of a trust as it happens', () =>
    looking(async (page) => {
      await page.goto(address('/'));
      const card = page.getByRole('region', { name: 'Misleads most this week' });
      await card.getByText(/^Live/).waitFor();
      const failure = `mutation { attachLearning(input: { itemId: "fit_all", kind: SELF_EXPLORATION, task: "Fit", stepNum: 0,
        originalAction: { tool_name: "click" }, originalError: "Greyed out", idempotencyKey: "live" }) { trustAfter } }`;
      expect((await service.graphql(failure)).errors).toEqual([]);
      await card.getByRole('link', { name: 'fit all' }).waitFor();
      await card.getByText('1 trust moved since you came').waitFor();
    }));

  it.each(VIEWS)('keeps nobody out, in light and dark, at 390 pixels too: %s', async (_, path, query, ready) => {
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 390],
    ] as const) {
      await looking(
        async (page) => {
          await page.addInitScript({ path: AXE });
          await page.goto(address(path, query));
          await page.locator(ready).first().waitFor();
          const { violations } = await page.evaluate<{ violations: { id: string; impact: string }[] }>(
            'axe.run(document, { resultTypes: ["violations"] })',
          );
          expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        },
        { colorScheme, viewport: { width, height: 844 } },
      );
    }
  });

  it.each([
    ['READER', 0, 0],
    ['WRITER', 1, 0],
    ['REVIEWER', 1, 1],
  ])('offers who comes with a key of the role %s what that may', (role, reports, retractions) =>
    looking(async (page) => {
      await page.route('**/graphql', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({
          response: answer,
          body: (await answer.text()).replace('"role":"ADMIN"', `"role":"${role}"`),
        });
      });
      await page.goto(address('/ask', { q: QUESTION }));
      await page.locator(HITS).first().waitFor();
      const offered = await page
        .locator(HITS)
        .first()
        .getByRole('button', { name: /This failed/ })
        .count();
      expect(offered).toBe(reports);
      await page.goto(address('/node', { ref: 'item:concatenate_files', view: 'trust' }));
      const evidence = page.getByRole('region', { name: 'Evidence' });
      await evidence.locator('tbody tr').first().waitFor();
      expect((await evidence.getByRole('button', { name: 'Take it back' }).count()) > 0).toBe(retractions > 0);
    }),
  );

  it('links from a node of any kind to the same in the playground and in Neo4j Browser', async () => {
    const { data } = await service.graphql(`{
      plans(first: 1) { nodes { id } } learnings(first: 1) { nodes { id } } entities(first: 1) { nodes { id } }
      memories(first: 1) { nodes { ref } } strategies(prompt: "the first primes", first: 1) { ref }
      fluent(domain: "MSA", name: "gap") { ref } }`);
    const found = data as Record<string, { nodes: { id: string; ref: string }[] }>;
    const idOf = (list: string) => found[list]?.nodes[0]?.id ?? '';
    const all = [
      'item:open_files',
      'piece:jonas-pressure',
      'domain:MSA',
      `plan:${idOf('plans')}`,
      `step:${idOf('plans')}/0`,
      `learning:${idOf('learnings')}`,
      `entity:${idOf('entities')}`,
      found['memories']?.nodes[0]?.ref ?? '',
      (found['fluent'] as unknown as { ref: string }).ref,
      (found['strategies'] as unknown as { ref: string }[])[0]?.ref ?? '',
    ];
    await looking(async (page) => {
      for (const ref of all) {
        await page.goto(address('/node', { ref }));
        await page.getByText('The same elsewhere').click();
        const link = (await page.getByRole('link', { name: 'In Neo4j Browser' }).getAttribute('href')) ?? '';
        const statement = new URL(link).searchParams.get('arg') ?? '';
        expect(statement, ref).toContain(JSON.stringify(namespace));
        expect(statement, ref).toContain(ref.slice(ref.indexOf(':') + 1));
        const playground = await page.getByRole('link', { name: 'In the playground' }).getAttribute('href');
        const asked = new URLSearchParams(playground?.split('?')[1]);
        const answer = await service.graphql(
          asked.get('query') ?? '',
          JSON.parse(asked.get('variables') ?? '{}') as object,
        );
        expect(answer.errors, ref).toEqual([]);
      }
    });
  });
});
