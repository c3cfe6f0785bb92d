import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { featureModules } from '../../src/app.module.js';
import { CHROMIUM, startTestService, type TestService } from '../server/support.js';
import { openBrowser, seed, SOON, watchedPage } from './support.js';

// What the page says of what agents are given, while it loads, and when the service fails.

let service: TestService;
let browser: Browser;
let namespace: string;

beforeAll(async () => {
  service = await startTestService({ EMBEDDER: 'none' }, { features: featureModules() });
  if (CHROMIUM !== undefined) browser = await openBrowser();
  namespace = service.namespace;
  await seed(service);
});
afterAll(async () => {
  await browser?.close();
  await service.close();
});

const address = (path: string, query: Record<string, string> = {}) =>
  `${service.url}${path}?${new URLSearchParams({ namespace, ...query }).toString()}`;

describe.skipIf(CHROMIUM === undefined)('the page', () => {
  it('shows what an agent is given and, apart from it, what it is not given', async () => {
    const { page, problems } = await watchedPage(browser, service.url);
    // The items have all words of it; the memory has few, which is too little to follow them.
    const query = 'put two measurements side by side, Compare menu';
    const minMatch = 0.9;
    await page.route('**/graphql', async (route) => {
      const body = route.request().postDataJSON() as { variables: { input?: object } };
      if (body.variables.input) body.variables.input = { ...body.variables.input, minMatch };
      await route.continue({ postData: JSON.stringify(body) });
    });
    await page.goto(address('/ask', { q: query }));
    await page.getByRole('heading', { name: 'An agent is given' }).waitFor();
    const given = page.locator('.hit h3');
    expect((await given.allInnerTexts()).sort()).toEqual(['1. compare blue', '2. compare green', '3. open files']);
    const below = page.getByRole('region', { name: 'Not given' });
    await below.getByText('matches too little').first().waitFor();
    expect(await below.getByRole('button').count()).toBe(0);
    const { data } = await service.graphql(
      'query ($input: ContextInput!) { context(input: $input) { hits { knowledge { title } } } }',
      { input: { query, minMatch } },
    );
    const { hits } = data?.['context'] as { hits: { knowledge: { title: string } }[] };
    expect((await given.allInnerTexts()).map((title) => title.slice(3))).toEqual(
      hits.map(({ knowledge }) => knowledge.title),
    );
    await page.close();
    expect(problems).toEqual([]);
  });

  it.each(['asdf qwer zxcv', '打开两个文件'])('says that nothing relevant is known about %s', async (q) => {
    const { page, problems } = await watchedPage(browser, service.url);
    await page.goto(address('/ask', { q }));
    await page.getByText(`Nothing relevant is known about this in ${namespace}`).waitFor();
    await page.getByText('Nothing relevant is known about this.', { exact: true }).waitFor();
    expect(await page.locator('.hit').count()).toBe(0);
    await page.close();
    expect(problems).toEqual([]);
  });

  it('counts no nodes of a graph before it has them, and then colours them by trust', async () => {
    const { page, problems } = await watchedPage(browser, service.url);
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('query Subgraph')) await held;
      await route.continue();
    });
    await page.goto(address('/node', { ref: 'item:open_files', view: 'graph' }));
    await page.getByRole('heading', { name: 'What is around it' }).waitFor();
    await page.getByText('Asking the service …').waitFor();
    expect(await page.getByText(/\d+ nodes?/).count()).toBe(0);
    release();
    await page.getByText('4 nodes and 3 edges are shown').waitFor();
    await page.getByText('trust, from 0.5 and less to 1').waitFor();
    expect(await page.locator('tbody td[data-column=Trust]').allInnerTexts()).toContain('1');
    await page.close();
    expect(problems).toEqual([]);
  });

  it('says once that the service is away, and goes on when it is back', async () => {
    const { page, expectFailures } = await watchedPage(browser, service.url);
    expectFailures();
    await page.goto(address('/ask'));
    await page.getByRole('heading', { name: 'Ask as an agent would ask' }).waitFor();
    await page.route('**/graphql', (route) => route.abort());
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('region', { name: 'How well it learns' }).getByText('Waiting for the service').waitFor();
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([expect.stringContaining('does not answer')]);
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Too early to say').waitFor();
    await expect.poll(() => page.getByRole('alert').count(), SOON).toBe(0);
    await page.close();
  });

  it('says in words that a request took too long, and that a namespace cannot be', async () => {
    const { page, expectFailures } = await watchedPage(browser, service.url);
    expectFailures();
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('query Preview')
        ? route.fulfill({ json: { errors: [{ message: 'It took too long', extensions: { code: 'TIMED_OUT' } }] } })
        : route.continue(),
    );
    await page.goto(address('/ask', { q: 'measurements' }));
    await page.getByRole('alert').getByText('The service was too slow').waitFor();
    await page.goto(`${service.url}/?namespace=a%20b!`);
    await page.getByRole('heading', { level: 1, name: 'There can be no namespace “a b!”' }).waitFor();
    await page.close();
  });
});
