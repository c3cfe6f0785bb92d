import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { featureModules } from '../../src/app.module.js';
import { CHROMIUM, startTestService, type TestService } from '../server/support.js';
import { connectedGraph } from '../support/graph.js';
import { openBrowser, seed, SOON, watchedPage } from './support.js';

let service: TestService;
let browser: Browser;
let namespace: string;

const RULES = `initiatedAt(moored(V)=true, T) :- happensAt(dock(V), T).
terminatedAt(moored(V)=true, T) :- happensAt(leave(V), T).`;

beforeAll(async () => {
  service = await startTestService({}, { features: featureModules() });
  if (CHROMIUM !== undefined) browser = await openBrowser();
  namespace = service.namespace;
  await seed(service);
  const { errors } = await service.graphql(
    'mutation ($rules: String!) { saveFluent(domain: "MSA", name: "moored", rules: $rules) { fluent { id } } }',
    { rules: RULES },
  );
  expect(errors).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  await service.close();
});

const address = (path: string, query: Record<string, string> = {}) =>
  `${service.url}${path}?${new URLSearchParams({ namespace, ...query }).toString()}`;

const failure = (itemId: string, key: string) => `mutation {
  attachLearning(input: {
    itemId: "${itemId}", kind: SELF_EXPLORATION, task: "Compare", stepNum: 0, originalAction: { tool_name: "click" },
    originalError: "It is greyed out", idempotencyKey: "${key}"
  }) { trustAfter }
}`;

describe.skipIf(CHROMIUM === undefined)('the home of the explorer', () => {
  it('shows what misleads as it happens', async () => {
    const { page, problems } = await watchedPage(browser, service.url);
    await page.goto(address('/'));
    const card = page.getByRole('region', { name: 'Most misleading this week' });
    await card.getByText(/reported a failure in the last seven days/).waitFor();
    await card.getByText(/^Updated live/).waitFor();
    expect((await service.graphql(failure('compare_blue', 'live'))).errors).toEqual([]);
    // The entry appears without a click and without reloading the page.
    await card.getByRole('link', { name: 'compare blue' }).waitFor();
    expect(await card.locator('tbody tr').first().innerText()).toMatch(/compare blue.*\s1\s+0\s+0\s+0\.95/s);
    await card.getByText('1 trust score has changed since you opened the page').waitFor();
    await page.close();
    expect(problems).toEqual([]);
  });

  it('shows by title what was given, what came of it, and whether trust says it', async () => {
    const { data } = await service.graphql(
      `query { context(input: { query: "put two measurements side by side", kinds: [ITEM], first: 1, minMatch: 0 }) {
        receiptId hits { knowledge { ref } } } }`,
    );
    const { receiptId, hits } = data?.['context'] as { receiptId: string; hits: { knowledge: { ref: string } }[] };
    const reported = await service.graphql('mutation ($input: OutcomeInput!) { reportOutcome(input: $input) { id } }', {
      input: { receiptId, success: true, used: hits.map(({ knowledge }) => knowledge.ref) },
    });
    expect(reported.errors).toEqual([]);
    const { page, problems } = await watchedPage(browser, service.url);
    await page.goto(address('/'));
    await page
      .getByRole('region', { name: 'Given most this week' })
      .getByRole('link', { name: /compare (blue|green)/ })
      .waitFor();
    const success = page.getByRole('region', { name: 'Success over time' });
    await success.getByText('1 of 1 tasks that were given a context and have an outcome succeeded').waitFor();
    // One day is no line.
    await success.getByText('Too early for a chart').waitFor();
    expect(await success.locator('.chart').count()).toBe(0);
    await success.getByText('Show as a table').click();
    expect(await success.locator('.table tbody tr').innerText()).toMatch(/\d{4}-\d\d-\d\d\s+1\s+1\s+1/);
    const metrics = page.getByRole('region', { name: 'How well it learns' });
    await metrics
      .getByText(/^Too early to say: 0 of 0 steps.* it takes 10 more steps with one and 10 more steps without one/)
      .waitFor();
    expect(await metrics.locator('.numbers li').first().innerText()).toMatch(/^\d+ learned/);
    await metrics.getByText('Where learnings are').click();
    await metrics.getByText('all items that have a learning').waitFor();
    const status = page.getByRole('region', { name: 'State of the service' });
    expect(await status.innerText()).toMatch(/95 of 100 took at most [\d,.]+ ms/);
    await page.close();
    expect(problems).toEqual([]);
  });

  it('draws what the rules of a domain rest on, with a table beside it', async () => {
    const { page, problems } = await watchedPage(browser, service.url);
    await page.goto(address('/'));
    const card = page.getByRole('region', { name: 'Rule dependencies' });
    await card.getByRole('button', { name: 'Draw its dependencies' }).click();
    const picture = card.getByRole('img', { name: /What the rules of MSA depend on/ });
    await expect
      .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth), SOON)
      .toBeGreaterThan(50);
    await card.getByText('Show as a table').click();
    const row = card.locator('tbody tr').filter({ has: page.getByRole('link', { name: 'moored', exact: true }) });
    expect(await row.innerText()).toMatch(/dock.*leave|leave.*dock/s);
    // The URL has what was chosen, so that it shows another person the same.
    await card.getByLabel('Show only what is needed by').selectOption('moored');
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams), SOON)
      .toEqual({ namespace, domain: 'MSA', needed: 'moored' });
    await page.reload();
    await picture.waitFor();
    expect(await card.getByRole('combobox', { name: /^Domain/ }).inputValue()).toBe('MSA');
    await expect.poll(() => card.getByLabel('Show only what is needed by').inputValue(), SOON).toBe('moored');
    // A URL may name what was deleted.
    await page.goto(address('/', { domain: 'GONE' }));
    await card.getByText('There is no domain GONE').waitFor();
    expect(await card.getByRole('combobox', { name: /^Domain/ }).inputValue()).toBe('MSA');
    await page.close();
    expect(problems).toEqual([]);
  });

  it('opens the same in the playground and in Neo4j Browser', async () => {
    const { page, problems } = await watchedPage(browser, service.url);
    await page.goto(address('/node', { ref: 'item:compare_blue' }));
    await page.getByText('In the playground and in Neo4j Browser').click();
    const link =
      (await page.getByRole('link', { name: 'Open the statement in Neo4j Browser' }).getAttribute('href')) ?? '';
    expect(new URL(link).searchParams.get('arg')).toContain(
      `:params {namespace: ${JSON.stringify(namespace)}, ref: "item:compare_blue"};`,
    );
    await page.getByLabel('Address of Neo4j Browser').fill('https://graph.example/browser/');
    await expect
      .poll(() => page.getByRole('link', { name: 'Open the statement in Neo4j Browser' }).getAttribute('href'), SOON)
      .toMatch(/^https:\/\/graph\.example\/browser\/\?cmd=edit/);
    const playground =
      (await page.getByRole('link', { name: 'Open the query in the playground' }).getAttribute('href')) ?? '';
    expect(new URLSearchParams(playground.split('?')[1]).get('query')).toContain('query Node(');
    await page.close();
    expect(problems).toEqual([]);
  });

  it('asks what was known at another time, of every kind', async () => {
    const { page, problems } = await watchedPage(browser, service.url);
    await page.goto(address('/ask', { q: 'measurements', validAt: '2020-01-01' }));
    await page.getByText(/found, in \d+ ms|Nothing was found/).waitFor();
    expect(await page.getByLabel('What was true at').inputValue()).toMatch(/^20(19-12-31|20-01-01)T/);
    await page.goto(address('/ask', { q: 'measurements', asOf: new Date().toISOString() }));
    await page.getByText('Texts, relations and trust are those of').waitFor();
    await page.locator('.hit').first().waitFor();
    expect(await page.getByRole('button', { name: 'This helped' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Now' }).click();
    await page.locator('.hit').first().waitFor();
    expect(page.url()).not.toContain('asOf');
    await page.close();
    expect(problems).toEqual([]);
  });

  it('shows what a refusal says, whatever the service adds to it', async () => {
    const { page, expectFailures } = await watchedPage(browser, service.url);
    expectFailures();
    await page.route('**/graphql', (route) =>
      route.fulfill({
        status: 403,
        json: {
          errors: [
            { message: 'This key only reads', extensions: { code: 'FORBIDDEN', needs: 'writer', has: ['reader'] } },
          ],
        },
      }),
    );
    await page.goto(address('/ask', { q: 'measurements' }));
    const alert = page.getByRole('alert');
    await alert.getByText('This key only reads').waitFor();
    expect(await alert.innerText()).toMatch(/needs\s+writer\s+has\s+\["reader"\]/);
    await alert.getByRole('button', { name: 'Use another key' }).waitFor();
    await page.close();
  });

  it('pages through 10,000 rows of evidence, and draws no more than 500 points of it', async () => {
    const graph = await connectedGraph();
    const text = `MATCH (item:Knowledge {namespace: $namespace, ref: 'item:open_files'})
      UNWIND range(0, 9999) AS n
      CREATE (item)-[:HAS_EVIDENCE]->(:Evidence {namespace: $namespace, id: 'many' + n, title: 'many', kind: 'STEP_FAILURE',
        positive: false, weight: 0.95, state: 'APPLIED', sequence: n, trustBefore: 0.9, trustAfter: CASE n WHEN 1234 THEN 0.51 ELSE 0.6 + n / 100000.0 END,
        at: datetime('2026-01-01') + duration({minutes: n}), appliedAt: datetime('2026-01-01') + duration({minutes: n})})
      RETURN count(*) AS n`;
    await graph.run({ name: 'test/much-evidence', mode: 'write', text }, { namespace });
    await graph.onApplicationShutdown();
    const { page, problems } = await watchedPage(browser, service.url);
    await page.goto(address('/node', { ref: 'item:open_files', view: 'trust' }));
    const evidence = page.getByRole('region', { name: 'Evidence' });
    await evidence.getByText('50 of 10000').waitFor();
    await evidence.getByRole('button', { name: 'Show older ones' }).click();
    await evidence.getByText('100 of 10000').waitFor();
    await page.locator('.chart canvas').waitFor();
    // From the beginning on, with the one drop that is far from the newest values.
    await page.getByText('It began at 1 and is 1 now; the lowest value was 0.51.').waitFor();
    await page.getByRole('region', { name: 'Trust over time' }).getByText('Show as a table').click();
    expect(
      await page.getByRole('region', { name: 'Trust over time' }).locator('.table tbody tr').count(),
    ).toBeLessThanOrEqual(500);
    await page.close();
    expect(problems).toEqual([]);
  });
});
