import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { featureModules } from '../../src/app.module.js';
import { CHROMIUM, startTestService, type TestService } from '../server/support.js';
import { withOwnDatabase } from '../setup/own-database.js';
import { OpenAiServer } from '../support/openai-server.js';
import { openBrowser, seed, SOON, watchedPage, type WatchedPage } from './support.js';

// What the page shows of a database that no other test may share: the queue, whose jobs workers take, and a database
// that only reads.

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const QUESTION = 'put two measurements side by side';
const MEMORY = `## Memory 1
**Title**: Open both files first
**Description**: When two measurements are compared
**Content**: Open both files before you compare them.
**Tags**: files
**Outcome**: success
`;

withOwnDatabase((own) => {
  let service: TestService | undefined;
  let browser: Browser;
  let llm: OpenAiServer;
  let namespace: string;

  beforeAll(async () => {
    llm = await OpenAiServer.start();
    if (CHROMIUM !== undefined) browser = await openBrowser();
  });
  afterEach(() => end());
  afterAll(async () => {
    await browser?.close();
    await llm?.close();
  });

  const end = async () => {
    await service?.close();
    service = undefined;
  };
  const start = async (environment: Record<string, string> = {}) => {
    service = await startTestService({ ...own().connection, ...environment }, { features: featureModules() });
    return service;
  };
  const address = (path: string, query: Record<string, string> = {}) =>
    `${service?.url}${path}?${new URLSearchParams({ namespace, ...query }).toString()}`;

  const open = async (): Promise<WatchedPage> => {
    const watched = await watchedPage(browser, service?.url ?? '');
    await watched.page.addInitScript({ path: AXE });
    return watched;
  };
  async function findings(page: Page): Promise<string[]> {
    const { violations } = await page.evaluate<{ violations: { id: string; impact: string }[] }>(
      'axe.run(document, { resultTypes: ["violations"] })',
    );
    return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id);
  }

  describe.skipIf(CHROMIUM === undefined)('the page over a database of its own', () => {
    it('shows a session become a memory while somebody looks', async () => {
      const started = await start({ ...llm.environment, DISTILLATION_WORKERS: '1', DISTILLATION_POLL_MS: '100' });
      namespace = started.namespace;
      await seed(started);
      const { page, problems } = await open();
      await page.goto(address('/'));
      const card = page.getByRole('region', { name: 'Sessions that become memories' });
      await card.getByText('Updated live.').waitFor();
      await card.getByText('No session was submitted.').waitFor();
      llm.reply({ content: MEMORY, delayMs: 4_000 });
      const { errors } = await started.graphql(
        `mutation { queueSession(input: { sessionId: "monday", outcome: SUCCESS, trace: "user: Compare them.\\n\\nassistant: It worked." }) { id } }`,
      );
      expect(errors).toEqual([]);
      await card.getByText('is being read').waitFor();
      await card.getByText('done').waitFor();
      await card.getByRole('link', { name: 'Open both files first' }).waitFor();
      expect(await findings(page)).toEqual([]);
      await page.close();
      expect(problems).toEqual([]);
    }, 120_000);

    it('offers no writing over a database that only reads, and says so', async () => {
      const writing = await start();
      namespace = writing.namespace;
      await seed(writing);
      const failure = `mutation { attachLearning(input: {
        itemId: "compare_blue", kind: SELF_EXPLORATION, task: "Compare", stepNum: 0, originalAction: { tool_name: "click" },
        originalError: "It is greyed out", idempotencyKey: "one" }) { trustAfter } }`;
      expect((await writing.graphql(failure)).errors).toEqual([]);
      const counted = async ({ graphql }: TestService) => {
        const asked =
          '{ knowledge(kind: ITEM, id: "compare_blue") { trust evidence { totalCount } } receipts { totalCount } }';
        return (await graphql(asked, {}, { 'x-namespace': namespace })).data;
      };
      const before = await counted(writing);
      expect(before).toEqual({ knowledge: { trust: 0.95, evidence: { totalCount: 1 } }, receipts: { totalCount: 0 } });
      await end();
      await own().stop();
      await own().start({ isReadOnly: true });
      const reading = await start();

      const { page, problems } = await open();
      await page.goto(address('/'));
      const status = page.getByRole('region', { name: 'State of the service' });
      await expect.poll(() => status.innerText(), SOON).toContain('read-only');
      expect(await findings(page)).toEqual([]);

      await page.goto(address('/ask', { q: QUESTION }));
      await page.locator('.hit').first().waitFor();
      expect(await page.getByRole('button', { name: /This (helped|failed)/ }).count()).toBe(0);
      await page.getByRole('button', { name: 'Record it as given' }).click();
      await page.getByText('There is no receipt, because the database is read-only').waitFor();
      expect(await findings(page)).toEqual([]);

      await page.goto(address('/node', { ref: 'item:compare_blue', view: 'trust' }));
      await page.getByRole('region', { name: 'Evidence' }).locator('tbody tr').first().waitFor();
      expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
      for (const view of ['overview', 'versions', 'graph']) {
        await page.goto(address('/node', { ref: 'item:compare_blue', view }));
        await page.getByRole('heading', { level: 1, name: 'compare blue' }).waitFor();
        expect(await page.getByRole('button', { name: /report|take .* back|save|delete/i }).count()).toBe(0);
      }
      await page.close();
      expect(problems).toEqual([]);
      expect(await counted(reading)).toEqual(before);
    }, 180_000);
  });
});
