import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDocs } from '../../src/explorer/page.js';
import { CHROMIUM, startTestService, type TestService } from '../server/support.js';
import { openBrowser, SOON, watchedPage } from './support.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

let service: TestService;
let browser: Browser;
let files: NonNullable<Awaited<ReturnType<typeof readDocs>>>;

beforeAll(async () => {
  service = await startTestService({}, {});
  if (CHROMIUM !== undefined) browser = await openBrowser();
  files = (await readDocs()) ?? new Map();
});
afterAll(async () => {
  await browser?.close();
  await service.close();
});

const pages = () => [...files].filter(([name]) => name.endsWith('.html'));
const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map((found) => found[1]));

describe('the documentation', () => {
  it('has a page for each document, and runs nothing inline', () => {
    const names = pages().map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(['index.html', 'search.html', 'decisions/0003-the-ledger.html']));
    for (const [, { plain }] of pages()) {
      expect(plain.toString('utf8')).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+="/);
    }
  });

  it('leads nowhere that is not: each link and image, down to its heading', async () => {
    const wrong: string[] = [];
    for (const [name, { plain }] of pages()) {
      const html = plain.toString('utf8');
      const links = [...html.matchAll(/<(?:a|link|img|script)[^>]* (?:href|src)="([^"]+)"/g)].map((found) =>
        found[1]!.replaceAll('&#x26;', '&').replaceAll('&amp;', '&'),
      );
      expect(links.length).toBeGreaterThan(30);
      for (const link of links) {
        const { origin, pathname, hash } = new URL(link, `${service.url}/docs/${name}`);
        // Other hosts are not checked, because the network is disconnected here.
        if (origin !== service.url) continue;
        if (!pathname.startsWith('/docs/') || pathname === '/docs/') {
          if (!['/', '/docs/', '/playground', '/guide.html'].includes(pathname)) wrong.push(`${name}: ${link}`);
          continue;
        }
        const target = files.get(decodeURIComponent(pathname.slice('/docs/'.length)));
        if (!target) wrong.push(`${name}: ${link}`);
        else if (hash !== '' && !idsOf(target.plain.toString('utf8')).has(decodeURIComponent(hash.slice(1))))
          wrong.push(`${name}: ${link} has no such heading`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('is served, unchanged files with nothing, and says what is not there', async () => {
    for (const path of ['/docs', '/docs/', '/docs/search.html', '/docs/decisions/0003-the-ledger.html']) {
      const answer = await fetch(service.url + path);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ]);
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
      const again = await fetch(answer.url, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
      expect(again.status).toBe(304);
    }
    for (const path of ['/docs/none.html', '/docs/..%2fpage%2findex.html']) {
      expect((await fetch(service.url + path)).status).toBe(404);
    }
    // Clients normalise addresses, so that these are sent as they are.
    for (const path of ['/docs/..', '/docs/../docs', '/docs/x/../..', '/docs/%2e%2e']) {
      const { hostname, port } = new URL(service.url);
      const sent = get({ hostname, port, path });
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      answer.resume();
      expect([path, answer.statusCode]).toEqual([path, 404]);
    }
  });
});

describe.skipIf(CHROMIUM === undefined)('the documentation in a browser', () => {
  it('shows every page and follows its links with the network cut', async () => {
    const { page, problems } = await watchedPage(browser, service.url);
    await page.route(
      (url) => url.origin !== service.url,
      (route) => route.abort(),
    );
    for (const [name] of pages()) {
      await page.goto(`${service.url}/docs/${name}`);
      expect(await page.locator('article h1').count()).toBeGreaterThan(0);
      const broken = await page.evaluate<number>(
        '[...document.images].filter((image) => image.complete && image.naturalWidth === 0).length',
      );
      expect([name, broken]).toEqual([name, 0]);
    }
    await page.goto(`${service.url}/docs/`);
    await page.locator('nav a[href="/docs/search.html"]').click();
    await expect.poll(() => new URL(page.url()).pathname, SOON).toBe('/docs/search.html');
    await page.close();
    expect(problems).toEqual([]);
  });

  it('is searched offline, by keyboard, at 390 pixels, in the dark, and keeps nobody out', async () => {
    const { page, problems } = await watchedPage(browser, service.url, {
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    });
    await page.addInitScript({ path: AXE });
    await page.goto(`${service.url}/docs/credit.html`);
    const { violations } = await page.evaluate<{ violations: { id: string; impact: string }[] }>('axe.run(document)');
    expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('what misleads');
    await page.locator('#found a').first().waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url(), SOON).toContain('#what-misleads-misleading');
    await page.close();
    expect(problems).toEqual([]);
  });
});
