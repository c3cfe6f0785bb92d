import { type Browser, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { CHROMIUM, type TestService } from '../server/support.js';

/** Would run as a script if any view inserted the text as HTML. */
export const HOSTILE = '<img src=x onerror="document.body.dataset.hacked=1">';

export interface WatchedPage {
  readonly page: Page;
  /** Requests to other hosts, and errors of the console and of scripts. */
  readonly problems: readonly string[];
  /** The console also reports responses above 399; a test that provokes them calls this. */
  expectFailures(): void;
}

/** Timeout for content of a page to appear, long enough for a busy machine. */
export const SOON = { timeout: 30_000 };

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM ?? '', args: ['--no-sandbox'] });
}

/** Opens a page, and records all its requests to other hosts and its errors. */
export async function watchedPage(
  browser: Browser,
  origin: string,
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<WatchedPage> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  page.setDefaultTimeout(SOON.timeout);
  const problems: string[] = [];
  let failuresAreExpected = false;
  page.on('request', (sent) => {
    // Data and blob URLs that the page creates count as its own origin.
    if (
      !sent
        .url()
        .replace(/^blob:/, '')
        .startsWith(origin)
    )
      problems.push(`request to ${sent.url()}`);
  });
  page.on('console', (message) => {
    const isFailedRequest = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !(failuresAreExpected && isFailedRequest)) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  return {
    page,
    problems,
    expectFailures: () => {
      failuresAreExpected = true;
    },
  };
}

/** Stores three items, of which two are similar, and a memory with a hostile title. */
export async function seed(service: TestService): Promise<void> {
  const item = (id: string, needs: string[] = []) => `{
    id: "${id}", description: "Put two measurements side by side", uiLocation: "Menu → Compare", actionSequence: ["click('Compare')"],
    prerequisites: ${JSON.stringify(needs)}, outputState: "compared_${id}", docCitation: "manual:1"
  }`;
  const { errors } = await service.graphql(
    `mutation ($title: String!) {
      open: saveKnowledgeItem(input: ${item('open_files')}) { id }
      a: saveKnowledgeItem(input: ${item('compare_blue', ['open_files'])}) { id }
      b: saveKnowledgeItem(input: ${item('compare_green', ['open_files'])}) { id }
      recordMemory(input: { title: $title, description: "When comparing", content: "Measurements $title", outcome: SUCCESS }) { id }
    }`,
    { title: HOSTILE },
    { 'x-agent': 'planner' },
  );
  expect(errors).toEqual([]);
}
