import { gunzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { featureModules } from '../../src/app.module.js';
import { readPage } from '../../src/explorer/page.js';
import { CHROMIUM, startTestService, type TestService } from '../server/support.js';
import { HOSTILE, openBrowser, seed, SOON, watchedPage } from './support.js';

let service: TestService;
let browser: Browser;
let namespace: string;

beforeAll(async () => {
  service = await startTestService({}, { features: featureModules() });
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

describe('the page', () => {
  it('is one for all views, runs nothing inline and is small', async () => {
    const home = await fetch(service.url);
    const html = await home.text();
    expect(home.headers.get('content-security-policy')).toMatch(/script-src 'self';/);
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
    for (const path of ['/ask?q=x', '/node?ref=item%3Ax'])
      expect(await (await fetch(service.url + path)).text()).toBe(html);
    const first = [...html.matchAll(/(?:src|href)="(\/explorer\/[^"]+\.(?:js|css))"/g)].map((found) => found[1]!);
    expect(first.length).toBeGreaterThan(1);
    let bytes = 0;
    for (const path of first) {
      const file = await fetch(service.url + path);
      expect(file.headers.get('cache-control')).toContain('immutable');
      bytes += (await readPage())?.get(path.slice('/explorer/'.length))?.gzipped.length ?? Infinity;
    }
    process.stdout.write(
      `first load of the page: ${(bytes / 1_000).toFixed(1)} KB of scripts and styles, compressed\n`,
    );
    expect(bytes).toBeLessThan(300_000);
  });

  it('answers browsers at any other path, with the status 404, and programs in JSON', async () => {
    const asBrowser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
    const html = await (await fetch(service.url)).text();
    for (const path of [
      '/nowhere',
      '/ask/more',
      '/docs/none.html',
      '/explorer/none-12345678.js',
      '/explorer/index.html',
    ]) {
      const shown = await fetch(service.url + path, { headers: asBrowser });
      expect([path, shown.status, shown.headers.get('content-security-policy')]).toEqual([
        path,
        404,
        (await fetch(service.url)).headers.get('content-security-policy'),
      ]);
      expect(await shown.text()).toBe(html);
      for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.1']) {
        const told = await fetch(service.url + path, { headers: { accept } });
        expect([told.status, await told.json()]).toMatchObject([
          404,
          { errors: [{ extensions: { code: 'NOT_FOUND' } }] },
        ]);
      }
    }
    const sent = await fetch(`${service.url}/nowhere`, { method: 'POST', headers: asBrowser });
    expect([sent.status, await sent.json()]).toMatchObject([
      404,
      { errors: [{ message: 'There is nothing at this address' }] },
    ]);
  });

  it('packs what it sends, and says what is not there', async () => {
    const page = await readPage();
    for (const { gzipped, plain } of page?.values() ?? []) expect(gunzipSync(gzipped).equals(plain)).toBe(true);
    expect((await fetch(`${service.url}/explorer/none-12345678.js`)).status).toBe(404);
    // This folder contains no built page.
    expect(await readPage('/nowhere/')).toBeUndefined();
  });
});

describe.skipIf(CHROMIUM === undefined)('the page in a browser', () => {
  it('opens a view by its address, and goes back and forth', async () => {
    const { page, problems, expectFailures } = await watchedPage(browser, service.url);
    expectFailures();
    await page.goto(address('/'));
    await page.getByRole('heading', { level: 1, name: /What agents learned/ }).waitFor();
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Ask' }).click();
    expect(new URL(page.url()).pathname).toBe('/ask');
    await page.goBack();
    await page.getByRole('heading', { name: /What agents learned/ }).waitFor();
    // A path without a view says so, and leads on.
    await page.goto(`${service.url}/nowhere?x=${encodeURIComponent(HOSTILE)}`);
    await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
    await page.getByText('Nothing is at /nowhere').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Ask what is known' }).click();
    await page.getByRole('searchbox').waitFor();
    // In an empty namespace, views say that they are empty.
    await page.goto(`${service.url}/?namespace=${namespace}-empty`);
    await page.getByText('Nothing is stored in').waitFor();
    await page.close();
    expect(problems).toEqual([]);
  });

  it('asks by keyboard alone, and shows why what comes first comes first', async () => {
    const { page, problems } = await watchedPage(browser, service.url);
    await page.goto(address('/ask'));
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('put two measurements side by side');
    await page.keyboard.press('Enter');
    const hits = page.locator('.hit');
    await hits.first().waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('put two measurements side by side');
    // The text of the memory is shown as text.
    await page.getByRole('link', { name: HOSTILE }).waitFor();
    expect(await page.evaluate('document.body.dataset.hacked')).toBeUndefined();
    // The displayed arithmetic results in the score of the hit.
    await hits.first().getByText('Why it stands here').focus();
    await page.keyboard.press('Enter');
    const { data } = await service.graphql('{ search(query: "put two measurements side by side") { hits { score } } }');
    const [best] = (data?.['search'] as { hits: { score: number }[] }).hits;
    const written = await hits.first().locator('[data-test=arithmetic]').innerText();
    expect(Number(written.split(' = ')[1])).toBeCloseTo(best?.score ?? 0, 3);
    // Only one kind is selected.
    await page.getByLabel('memories').check();
    await expect.poll(() => hits.count(), SOON).toBe(1);
    expect(page.url()).toContain('kind=MEMORY');
    await page.close();
    expect(problems).toEqual([]);
  });

  it('reports a failure once it was asked, shows the new order, and takes it back', async () => {
    const { page, problems } = await watchedPage(browser, service.url);
    await page.goto(address('/ask', { q: 'put two measurements side by side', kind: 'ITEM' }));
    const refs = () => page.locator('.hit').evaluateAll((hits) => hits.map((hit) => hit.getAttribute('data-ref')));
    await page.locator('.hit').first().waitFor();
    const before = await refs();
    // Both have the same text and differ only by their ids.
    expect(before.slice(0, 2)).toEqual(['item:compare_blue', 'item:compare_green']);

    await page.locator('.hit').first().getByRole('button', { name: 'This failed' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.hit').first().getByRole('button', { name: 'This failed' }).click();
    await page.getByLabel(/What happened/).fill('The menu has no such entry');
    await page.getByRole('button', { name: 'Report the failure' }).click();
    const result = page.locator('[data-test=outcome]');
    await result.waitFor();
    await expect.poll(async () => (await refs())[0], SOON).toBe('item:compare_green');
    expect(await result.locator('tbody tr').first().innerText()).toContain('0.95');
    const trust = async () =>
      (await service.graphql('{ knowledgeItem(id: "compare_blue") { trust } }')).data?.['knowledgeItem'];
    expect(await trust()).toEqual({ trust: 0.95 });

    await result.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('It was taken back').waitFor();
    await expect.poll(refs, SOON).toEqual(before);
    expect(await trust()).toEqual({ trust: 1 });
    await page.close();
    expect(problems).toEqual([]);
  });

  it('counts a report once whose answer was lost, and that a person sends again', async () => {
    const { page, expectFailures } = await watchedPage(browser, service.url);
    expectFailures();
    const trust = async () =>
      (await service.graphql('{ knowledgeItem(id: "compare_blue") { trust } }')).data?.['knowledgeItem'];
    expect(await trust()).toEqual({ trust: 1 });
    let lost = 0;
    await page.route('**/graphql', async (route) => {
      if (lost > 0 || !route.request().postData()?.includes('mutation ReportOutcome')) return route.continue();
      lost++;
      await route.fetch();
      return route.abort();
    });
    await page.goto(address('/ask', { q: 'put two measurements side by side', kind: 'ITEM' }));
    await page.locator('[data-ref="item:compare_blue"]').getByRole('button', { name: 'This failed' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Report the failure' }).click();
    await dialog.getByText('Nothing is counted twice if you try again.').waitFor();
    await expect.poll(trust, SOON).toEqual({ trust: 0.95 });
    await dialog.getByRole('button', { name: 'Report the failure' }).click();
    await page.locator('[data-test=outcome]').waitFor();
    expect([lost, await trust()]).toEqual([1, { trust: 0.95 }]);
    await page.locator('[data-test=outcome]').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('It was taken back').waitFor();
    expect(await trust()).toEqual({ trust: 1 });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  });

  it('shows a node with what it rests on, its trust, its versions and what is around it', async () => {
    const failure = (key: string) => `mutation {
      attachLearning(input: {
        itemId: "compare_green", kind: SELF_EXPLORATION, task: ${JSON.stringify(HOSTILE)}, stepNum: 0, originalAction: { tool_name: "click" },
        originalError: "It is greyed out", recoveryApproach: "Open both files", idempotencyKey: "${key}"
      }) { trustAfter }
    }`;
    for (const key of ['one', 'two']) expect((await service.graphql(failure(key))).errors).toEqual([]);
    const again = `mutation { saveKnowledgeItem(input: {
      id: "compare_green", description: "Put three measurements side by side", uiLocation: "Menu → Compare", actionSequence: ["click('Compare')"],
      prerequisites: ["open_files"], outputState: "compared_compare_green", docCitation: "manual:1"
    }) { id } }`;
    expect((await service.graphql(again)).errors).toEqual([]);

    const { page, problems } = await watchedPage(browser, service.url);
    await page.goto(address('/node', { ref: 'item:compare_green' }));
    await page.getByRole('heading', { level: 1, name: 'compare green' }).waitFor();
    await page.getByText(HOSTILE).first().waitFor();
    expect(await page.evaluate('document.body.dataset.hacked')).toBeUndefined();
    await page.getByText('needs first').waitFor();

    await page.getByRole('link', { name: 'Trust and evidence' }).click();
    await page.locator('.chart canvas').waitFor();
    const evidence = page.getByRole('region', { name: 'Evidence' });
    await expect.poll(() => evidence.locator('tbody tr').count(), SOON).toBe(2);
    expect(await evidence.locator('tbody tr').first().innerText()).toMatch(/0\.95\s+0\.9025/);
    // It is retracted after a person gave a reason.
    await evidence.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByRole('dialog').getByLabel('Why').fill('It was another window');
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => evidence.locator('tbody tr').count(), SOON).toBe(3);
    await page.getByText('is 0.95 now').waitFor();

    await page.getByRole('link', { name: 'Versions' }).click();
    // The change that is shown is in the address.
    await page.getByRole('link', { name: 'Show the change' }).first().click();
    await expect.poll(() => new URL(page.url()).searchParams.get('version'), SOON).toBe('2');
    await page.reload();
    const difference = page.getByRole('region', { name: /from version 1 to 2/ });
    await difference.locator('del', { hasText: 'two' }).first().waitFor();
    expect(await difference.locator('ins').first().innerText()).toBe('three');

    await page.getByRole('link', { name: 'Graph' }).click();
    await page.locator('.graph canvas').first().waitFor();
    const row = (title: string) =>
      page.locator('tbody tr').filter({ has: page.getByRole('link', { name: title, exact: true }) });
    await expect.poll(() => row('compare blue').count(), SOON).toBe(0);
    await row('open files')
      .getByRole('button', { name: /more around/ })
      .click();
    await row('compare blue').waitFor();
    expect(await row('open files').innerText()).toContain('–');
    // The URL shows another person the same graph, in the same order; a deleted node in it does not matter.
    const titles = () => page.locator('tbody tr td:first-child').allInnerTexts();
    const expanded = await titles();
    expect(new URL(page.url()).searchParams.getAll('around')).toEqual(['item:open_files']);
    const link = page.url();
    await page.reload();
    await expect.poll(titles, SOON).toEqual(expanded);
    await page.goBack();
    await expect.poll(() => row('compare blue').count(), SOON).toBe(0);
    await page.goto(link.replace('around=', 'around=item%3Anever_was&around='));
    await page.getByText('There is nothing here').waitFor();
    await expect.poll(titles, SOON).toEqual(expanded);
    await page.getByLabel('Show plans and their steps').check();
    await expect.poll(() => new URL(page.url()).searchParams.get('plans'), SOON).toBe('yes');
    await page.reload();
    await expect.poll(() => page.getByLabel('Show plans and their steps').isChecked(), SOON).toBe(true);

    // The page of a node that does not exist says so.
    await page.goto(address('/node', { ref: 'item:never_was' }));
    await page.getByText('There is no such node').waitFor();
    await page.close();
    expect(problems).toEqual([]);
  });
});
