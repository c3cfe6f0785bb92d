// Runs Chromium with pages of the simulated office, and carries out steps by clicks and keys.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';
import { filled } from './templates.mjs';

/** Path of Chromium; undefined if it is not installed. */
export const CHROMIUM = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path));

const TYPES = { html: 'text/html', js: 'text/javascript', css: 'text/css' };
/** Number of browser pages. More would only compete for the processors. */
const PAGES = 4;
const PATIENCE_MS = 2_000;

/** @returns `{ attempt(task, steps), close() }` */
export async function openOffice(pages = PAGES) {
  const server = await serve();
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  const url = `http://127.0.0.1:${server.address().port}/index.html`;
  const context = await browser.newContext({ viewport: { width: 1100, height: 700 } });
  context.setDefaultTimeout(PATIENCE_MS);
  const free = await Promise.all(Array.from({ length: pages }, () => context.newPage()));
  await Promise.all(free.map((page) => page.goto(url)));
  const waiting = [];
  const take = () => free.pop() ?? new Promise((resolve) => waiting.push(resolve));
  const give = (page) => (waiting.shift() ?? ((given) => free.push(given)))(page);
  return {
    /**
     * Carries out steps in a page that is in the task's start state.
     *
     * @returns `{ success, error }`: whether the page then has exactly the state that the task requires, and which
     *   step could not be done
     */
    async attempt(task, steps) {
      const page = await take();
      try {
        await page.evaluate((start) => globalThis.office.begin(start), task.start);
        const error = await carryOut(page, steps, task.values);
        const state = await page.evaluate(() => globalThis.office.state);
        return { success: equal(state, task.end), error };
      } finally {
        give(page);
      }
    },
    async close() {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Compares objects by their fields, in any order. */
function equal(a, b) {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => name in b && equal(a[name], b[name]));
}

/** @returns why the first impossible step could not be done; undefined if all were done */
async function carryOut(page, steps, values) {
  for (const step of steps) {
    const [, name, given] = step.match(/^(\w+)\((.*)\)$/) ?? [];
    const texts = [...(given ?? '').matchAll(/'([^']*)'/g)].map(([, text]) => filled(text, values));
    if (!ACTIONS[name]) return `Nobody knows how to ${step}`;
    const missing = await ACTIONS[name](page, ...texts);
    if (missing) return `${missing} is not there`;
  }
  return undefined;
}

/** Each action uses mouse and keyboard, and returns the reason if it is impossible. */
const ACTIONS = {
  open_view: (page, name) => click(page, '#views button', name),
  select_row: (page, name) => click(page, '#content tr td:first-child', name),
  open_menu: async (page, title, entry) =>
    (await click(page, '#menus .menu > button', title)) ?? (await click(page, '#menus .entries button', entry)),
  open_tab: (page, name) => click(page, '#content button', name),
  press_button: async (page, name) =>
    (await click(page, '#window:not([hidden]) button', name)) && (await click(page, '#content button', name)),
  press_key: async (page, key) => {
    await page.keyboard.press(key);
  },
  fill_field: async (page, label, value) => {
    const missing = await click(page, 'label:has(> input)', label, 'input');
    if (missing) return missing;
    await page.keyboard.press('Control+A');
    await page.keyboard.type(value);
    return undefined;
  },
  choose_option: async (page, label, value) => {
    const found = page.locator('label:has(> select):visible').filter({ hasText: label }).locator('select');
    if ((await found.count()) === 0) return `The field ${label}`;
    const options = await found.first().locator('option').allTextContents();
    if (!options.includes(value)) return `The option ${value} of ${label}`;
    await found.first().selectOption(value);
    return undefined;
  },
};

/** Clicks in the middle of the element that shows this text, or of a part of it. */
async function click(page, selector, text, part) {
  const box = await page.evaluate(
    ([of, shown, within]) => {
      const own = (element) => (within ? element.firstChild.textContent : element.textContent).trim();
      const found = [...globalThis.document.querySelectorAll(of)].find(
        (element) => own(element) === shown && element.getClientRects().length > 0,
      );
      const rectangle = (within ? found?.querySelector(within) : found)?.getBoundingClientRect();
      return rectangle && { x: rectangle.x + rectangle.width / 2, y: rectangle.y + rectangle.height / 2 };
    },
    [selector, text, part],
  );
  if (!box) return `"${text}"`;
  await page.mouse.click(box.x, box.y);
  return undefined;
}

function serve() {
  const server = createServer((request, response) => {
    const file = /^\/([a-z]+\.(html|js|css))$/.exec(request.url);
    try {
      const body = readFileSync(new URL(`app/${file[1]}`, import.meta.url));
      response.writeHead(200, { 'content-type': TYPES[file[2]] }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
