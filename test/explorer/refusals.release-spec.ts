import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { featureModules } from '../../src/app.module.js';
import { CHROMIUM, startTestService, type TestService } from '../server/support.js';
import { withOwnDatabase } from '../setup/own-database.js';
import { proxyToDatabase } from '../support/database-proxy.js';
import { openBrowser, seed, SOON, watchedPage, type WatchedPage } from './support.js';

// What the page shows if the service refuses: without a key, with one of too low a role or of another namespace, and while the
// database is away. The service needs keys, which hold for a whole database, so that these tests have one for themselves; the
// connections to it are cut.

const ADMIN_KEY = 'the-admin-key-of-this-test';
const QUESTION = 'put two measurements side by side';

withOwnDatabase((own) => {
  let service: TestService;
  let browser: Browser;
  let namespace: string;
  let proxy: Awaited<ReturnType<typeof proxyToDatabase>>;
  let isAway = false;
  const keys = new Map<string, string>();

  const asAdmin = { authorization: `Bearer ${ADMIN_KEY}` };

  beforeAll(async () => {
    const { connection } = own();
    proxy = await proxyToDatabase(() => (isAway ? 'cut' : 'pass'), connection.NEO4J_URI);
    service = await startTestService(
      { ...connection, API_KEYS: `${ADMIN_KEY}:*`, NEO4J_URI: proxy.uri, NEO4J_RETRY_MS: '3000' },
      { features: featureModules() },
    );
    if (CHROMIUM !== undefined) browser = await openBrowser();
    namespace = service.namespace;
    await seed({
      ...service,
      graphql: (query, variables, headers) => service.graphql(query, variables, { ...asAdmin, ...headers }),
    });
    for (const role of ['READER', 'WRITER', 'REVIEWER']) {
      const { data, errors } = await service.graphql(
        'mutation ($role: KeyRole!) { createApiKey(input: { title: "explorer", role: $role }) { token } }',
        { role },
        asAdmin,
      );
      expect(errors).toEqual([]);
      keys.set(role, (data?.['createApiKey'] as { token: string }).token);
    }
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await service?.close();
    proxy?.close();
  });

  const address = (path: string, query: Record<string, string> = {}) =>
    `${service.url}${path}?${new URLSearchParams({ namespace, ...query }).toString()}`;

  /** A page in a tab that knows this key. */
  async function withKey(key: string | undefined): Promise<WatchedPage> {
    const watched = await watchedPage(browser, service.url);
    if (key !== undefined)
      await watched.page.addInitScript(`sessionStorage.setItem('heartwood.key', ${JSON.stringify(key)})`);
    return watched;
  }

  const buttons = (page: Page, name: RegExp) => page.getByRole('button', { name }).count();

  describe.skipIf(CHROMIUM === undefined)('the page where the service refuses', () => {
    it('is open and asks for a key, which stays in the tab and out of addresses, and is live with it', async () => {
      const { page, problems, expectFailures } = await withKey(undefined);
      expectFailures();
      const asked: string[] = [];
      page.on('request', (sent) => asked.push(sent.url()));
      page.on('websocket', (socket) => asked.push(socket.url()));
      await page.goto(address('/'));
      await page.getByRole('heading', { level: 1, name: 'This service asks for an API key' }).waitFor();
      await page.getByLabel('API key').fill('a-wrong-key-of-somebody');
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByText('does not know this key').waitFor();
      await page.getByLabel('API key').fill(keys.get('READER') ?? '');
      await page.getByRole('button', { name: 'Open' }).click();
      await page
        .getByRole('region', { name: 'Most misleading this week' })
        .getByText(/^Updated live/)
        .waitFor();
      expect(asked.some((url) => url.startsWith('ws:'))).toBe(true);
      expect(asked.filter((url) => url.includes('key'))).toEqual([]);
      expect(page.url()).not.toContain(keys.get('READER') ?? '');
      expect(await page.evaluate('[JSON.stringify(localStorage), document.cookie].join()')).not.toContain(
        keys.get('READER'),
      );
      await page.close();
      expect(problems).toEqual([]);
    });

    it.each([
      ['READER', 0, 0],
      ['WRITER', 2, 0],
      ['REVIEWER', 2, 1],
    ])('offers a %s what the role allows', async (role, reports, retractions) => {
      const { page, problems } = await withKey(keys.get(role));
      await page.goto(address('/ask', { q: QUESTION, kind: 'MEMORY' }));
      await page.locator('.hit').first().waitFor();
      expect(await buttons(page, /^This (helped|failed)$/)).toBe(reports);
      if (reports > 0) {
        await page.getByRole('button', { name: 'This helped' }).first().click();
        await page.getByRole('button', { name: 'Report the success' }).click();
        const result = page.locator('[data-test=outcome]');
        await result.waitFor();
        expect(await result.getByRole('button', { name: 'Undo' }).count()).toBe(retractions);
        if (retractions === 0) await result.getByText('role reviewer').waitFor();
      }
      await page.close();
      expect(problems).toEqual([]);
    });

    it('names the role that is needed, where the service refuses after all', async () => {
      const { page, expectFailures } = await withKey(keys.get('WRITER'));
      expectFailures();
      // The page is told a higher role than the key has.
      await page.route('**/graphql', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({
          response: answer,
          body: (await answer.text()).replace('"role":"WRITER"', '"role":"ADMIN"'),
        });
      });
      await page.goto(address('/ask', { q: QUESTION, kind: 'MEMORY' }));
      await page.getByRole('button', { name: 'This failed' }).first().click();
      await page.getByRole('button', { name: 'Report the failure' }).click();
      const result = page.locator('[data-test=outcome]');
      await result.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => result.getByRole('alert').innerText(), SOON).toMatch(/reviewer/i);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.close();
    });

    it('says that a key is of another namespace, and lets another be used', async () => {
      const { page, expectFailures } = await withKey(keys.get('READER'));
      expectFailures();
      await page.goto(`${service.url}/?namespace=${namespace}-other`);
      const alert = page.getByRole('alert').first();
      await alert.getByText('This API key does not allow that').waitFor();
      await alert.getByRole('button', { name: 'Use another key' }).click();
      await page.getByLabel('API key').fill(ADMIN_KEY);
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByText('Nothing is stored in').waitFor();
      await page.close();
    });

    it('says that the database is away, and goes on by itself once it is back', async () => {
      const { page, expectFailures } = await withKey(keys.get('READER'));
      expectFailures();
      isAway = true;
      try {
        await page.goto(address('/ask', { q: QUESTION }));
        await page.getByText('This page asks again every five seconds.').first().waitFor();
        expect(await page.getByRole('alert').first().innerText()).toContain('The database cannot be reached');
        await page.getByRole('button', { name: 'Try again' }).first().waitFor();
        expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      } finally {
        isAway = false;
      }
      await page.locator('.hit').first().waitFor({ timeout: 60_000 });
      await page.close();
    });
  });
});
