import { type Browser, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { CHROMIUM, type TestService } from '../server/support.js';

/** Would run as a script if any view took text for HTML. */
export const HOSTILE = '<img src=x onerror="document.body.dataset.hacked=1">';

export interface WatchedPage {
  readonly page: Page;
  /** Requests to another host, errors of the console and of scripts; nothing else. */
  readonly problems: readonly string[];
  /** Answers above 399 are told by the console, too; a test that wants them says so. */
  expectFailures(): void;
}

/** What a page shows in the end; a busy machine may take its time. */
export const SOON = { timeout: 30_000 };

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM ?? '', args: ['--no-sandbox'] });
}

/** A page whose every foreign request and error is kept. */
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
    // What the page made itself is of its own origin, too.
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

/** Three items, two of them alike, and a memory whose title is hostile. */
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
