import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM } from '../server/start.js';

export interface WatchedPage {
  readonly page: Page;
  /** Requests to another host, errors of the console and of scripts; nothing else. */
  readonly problems: readonly string[];
  /** Answers above 399 are told by the console, too; a test that wants them says so. */
  expectFailures(): void;
}

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
  page.setDefaultTimeout(10_000);
  const problems: string[] = [];
  let failuresAreExpected = false;
  page.on('request', (sent) => {
    if (!sent.url().startsWith(origin)) problems.push(`request to ${sent.url()}`);
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
