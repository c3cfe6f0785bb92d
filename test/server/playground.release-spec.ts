import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, startWithSample, type TestService } from './support.js';

let service: TestService;

beforeAll(async () => {
  service = await startWithSample();
});
afterAll(() => service.close());

describe('the playground in a browser', () => {
  it.skipIf(CHROMIUM === undefined)('answers at the first click, without a request to another host', async () => {
    const browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage({ viewport: { width: 1500, height: 950 } });
      const foreign: string[] = [];
      page.on('request', (sent) => {
        const url = sent.url();
        if (!/^(?:blob:|data:)/.test(url) && !url.startsWith(service.url)) foreign.push(url);
      });
      const asked: string[] = [];
      // The sample is in this test's namespace instead of the one that the page names.
      await page.route('**/graphql', async (route) => {
        const headers = route.request().headers();
        if ((route.request().postData() ?? '').includes('Search')) asked.push(headers['x-namespace'] ?? '');
        await route.continue({ headers: { ...headers, 'x-namespace': service.namespace } });
      });
      await page.goto(`${service.url}/playground`);
      await page.getByRole('button', { name: /execute query/i }).click();
      const answer = page.locator('.graphiql-response');
      await expect.poll(() => answer.innerText(), { timeout: 20_000 }).toContain('item:comparison_mode');
      if (process.env['SCREENSHOT']) await page.screenshot({ path: process.env['SCREENSHOT'] });
      expect(await answer.innerText()).toContain('learnings');
      expect(asked).toEqual(['demo']);
      // Earlier queries are in a separate panel.
      await page.getByRole('button', { name: 'Show History' }).click();
      await expect.poll(() => page.locator('.graphiql-history').innerText()).toContain('Search');
      await page.getByRole('button', { name: 'Hide History' }).click();
      // The first click on a tab shows its query.
      await page.locator('.graphiql-tab-button', { hasText: 'Learn' }).click();
      await expect.poll(() => page.locator('.graphiql-query-editor').innerText()).toContain('mutation');
      // In the width of a phone, the answer is below the editors, and nothing exceeds the window.
      await page.setViewportSize({ width: 390, height: 844 });
      const box = async (selector: string) => (await page.locator(selector).boundingBox()) ?? { x: 0, y: 0, width: 0 };
      await expect.poll(async () => (await box('.graphiql-response')).y).toBeGreaterThan(300);
      for (const selector of ['.graphiql-query-editor', '.graphiql-response']) {
        const { x, width } = await box(selector);
        expect([width > 280, x + width <= 390]).toEqual([true, true]);
      }
      if (process.env['SCREENSHOT']) await page.screenshot({ path: `${process.env['SCREENSHOT']}.390.png` });
      expect(foreign).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  it.skipIf(CHROMIUM === undefined)('opens what a link asks for in a tab of its own, beside the examples', async () => {
    const browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage({ viewport: { width: 1366, height: 900 } });
      const asked = {
        query: 'query Linked($kind: KnowledgeKind!, $id: ID!) { knowledge(kind: $kind, id: $id) { ref } }',
        variables: JSON.stringify({ kind: 'ITEM', id: 'comparison_mode' }),
        headers: JSON.stringify({ 'x-namespace': service.namespace }),
      };
      // Both to a browser that was never here, and to one that keeps the tabs of an earlier visit.
      for (const visit of ['first', 'second']) {
        await page.goto(`${service.url}/playground?${new URLSearchParams(asked).toString()}`);
        await page.getByRole('button', { name: /execute query/i }).click();
        await expect
          .poll(() => page.locator('.graphiql-response').innerText(), { timeout: 20_000 })
          .toContain('"item:comparison_mode"');
        const tabs = await page.locator('.graphiql-tab-button').allInnerTexts();
        expect(tabs, visit).toEqual(['Linked', 'Search', 'Context', 'Item', 'Learn', 'Status']);
      }
      await page.locator('.graphiql-tab-button', { hasText: 'Search' }).click();
      await expect.poll(() => page.locator('.graphiql-query-editor').innerText()).toMatch(/query\s+Search/);
    } finally {
      await browser.close();
    }
  });

  it.skipIf(CHROMIUM === undefined)('says what is wrong with a query, without a stack', async () => {
    const browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage({ viewport: { width: 1366, height: 900 } });
      for (const [query, says] of [
        // The editor shows blanks as no-break spaces.
        ['{ foo(', /Syntax\sError:\sExpected\sName/],
        ['{ status { nope } }', /Cannot\squery\sfield/],
      ] as const) {
        await page.goto(`${service.url}/playground?${new URLSearchParams({ query }).toString()}`);
        await page.getByRole('button', { name: /execute query/i }).click();
        const answer = page.locator('.graphiql-response');
        await expect.poll(() => answer.innerText(), { timeout: 20_000 }).toMatch(says);
        expect(await answer.innerText()).not.toContain('stack');
      }
    } finally {
      await browser.close();
    }
  });

  it.skipIf(CHROMIUM === undefined)('listens in the namespace of the headers tab', async () => {
    const browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage({ viewport: { width: 1366, height: 900 } });
      const asked = {
        query: 'subscription Moved { trustChanged { ref after } }',
        headers: JSON.stringify({ 'x-namespace': service.namespace }),
      };
      const listening = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framesent'));
      await page.goto(`${service.url}/playground?${new URLSearchParams(asked).toString()}`);
      await page.getByRole('button', { name: /execute query/i }).click();
      const { payload } = await listening;
      expect(JSON.parse(String(payload))).toMatchObject({ payload: { 'x-namespace': service.namespace } });
    } finally {
      await browser.close();
    }
  });
});
