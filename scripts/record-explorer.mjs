// `npm run explorer:record`: draws the two pictures of the explorer in the README, docs/explorer-ask.webp and
// docs/explorer-graph.webp, from the demo data (`npm run sample`) of the running service, or that of HEARTWOOD_URL. Needs
// Chromium: CHROMIUM_PATH, default /usr/bin/chromium.
import { writeFileSync } from 'node:fs';
import { URLSearchParams } from 'node:url';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { loadEnvironmentFile, prepare, root, tellAndExit } from './lib/prepare.mjs';

const SIZE = { width: 1280, height: 900 };
/** The clock, language and time zone of the browser. */
const NOW = new Date('2026-01-15T10:00:00Z');
const PLACE = { locale: 'en-GB', timezoneId: 'UTC', colorScheme: 'light' };
/** The first search after a start loads the model and fills caches. A picture shows how long the later ones take. */
const WARM_UP = 5;
/** In ms: a search that took longer shows a busy machine, and is repeated. */
const LONGEST = 200;
const ATTEMPTS = 30;

const NAMESPACE = 'demo';
const QUESTION = 'Bring the list into ascending order by its column header';
const TOOK = /in (\d+) ms/;

process.chdir(root);
try {
  loadEnvironmentFile();
  await prepare();
  const url = process.env.HEARTWOOD_URL ?? `http://localhost:${process.env.PORT ?? '4000'}`;
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage({ viewport: SIZE, deviceScaleFactor: 1, ...PLACE });
    await page.clock.setFixedTime(NOW);
    // The names of other namespaces are not for a picture.
    await page.route('**/graphql', (route) => onlyDemo(route));
    await ask(page, url);
    await draw(page, 'docs/explorer-ask.webp');
    await page.goto(address(url, '/node', { ref: 'item:open_files', view: 'graph' }));
    await page.locator('.graph canvas').first().waitFor();
    await page.locator('tbody tr').first().waitFor();
    // The code of the drawing is loaded on demand.
    await page.waitForLoadState('networkidle');
    await draw(page, 'docs/explorer-graph.webp');
  } finally {
    await browser.close();
  }
} catch (error) {
  tellAndExit(error);
}

function address(url, path, query) {
  return `${url}${path}?${new URLSearchParams({ namespace: NAMESPACE, ...query })}`;
}

/** Opens the answers to the question, once the service answers as fast as usual. */
async function ask(page, url) {
  let took = Infinity;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    await page.goto(address(url, '/ask', { q: QUESTION }));
    await page.locator('.hit').first().waitFor();
    took = Number(TOOK.exec(await page.getByText(TOOK).innerText())?.[1]);
    if (attempt > WARM_UP && took <= LONGEST) return;
  }
  throw new Error(`The question took ${took} ms after ${ATTEMPTS} attempts; run this on a machine that is not busy`);
}

async function onlyDemo(route) {
  const answer = await route.fetch();
  const body = await answer.json();
  if (body.data?.namespaces) {
    body.data.namespaces.nodes = body.data.namespaces.nodes.filter(({ name }) => name === NAMESPACE);
    if (body.data.namespaces.nodes.length === 0)
      throw new Error(`The namespace ${NAMESPACE} is empty: run npm run sample first`);
  }
  await route.fulfill({ response: answer, json: body });
}

async function draw(page, file) {
  const image = await page.screenshot({ type: 'png' });
  const picture = await sharp(image).webp({ lossless: true, effort: 6 }).toBuffer();
  writeFileSync(file, picture);
  console.log(`${file}: ${SIZE.width} × ${SIZE.height}, ${Math.ceil(picture.length / 1024)} KB`);
}
