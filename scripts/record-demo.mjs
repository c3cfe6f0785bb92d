// `npm run demo:record`: runs the demo against the running service, or that of HEARTWOOD_URL, and draws its output as
// a picture and an animation, docs/demo.png and docs/demo.webp. Needs Chromium: CHROMIUM_PATH, default
// /usr/bin/chromium.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { loadEnvironmentFile, prepare, root, tellAndExit } from './lib/prepare.mjs';

const SIZE = { width: 980, height: 390 };
/** Durations in the animation, in ms: of a line, of the last line of a part, and of the end. */
const PACE = { line: 350, read: 1_600, end: 4_000 };
const MAX_BYTES = 2 * 1024 * 1024;

const HTML = `<!doctype html><style>
  body { margin: 0; background: #14161b; }
  .bar { height: 30px; background: #23262d; color: #9aa1ac; font: 12px/30px sans-serif; text-align: center; }
  pre { margin: 18px 22px; color: #d7dae0; font: 13px/21px 'DejaVu Sans Mono', monospace; white-space: pre-wrap; }
  .title { color: #fff; font-weight: bold; } .question { color: #57c7e3; } .failed { color: #f79767; }
  .done { color: #8dcc93; } .why { color: #ffc454; }
</style><div class="bar">npm run demo</div><pre></pre>`;

process.chdir(root);
try {
  loadEnvironmentFile();
  await prepare();
  const lines = await printedLines();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    await draw(browser, lines);
  } finally {
    await browser.close();
  }
} catch (error) {
  tellAndExit(error);
}

/** The output of a run of the demo. */
function printedLines() {
  return new Promise((resolve, reject) => {
    const demo = spawn(process.execPath, ['dist/cli.js', 'demo'], { stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [demo.stdout, demo.stderr]) stream.on('data', (part) => (text += String(part)));
    demo.on('error', reject);
    demo.on('close', (code) => {
      if (code === 0) resolve(text.trimEnd().split('\n'));
      else reject(new Error(`The demo ended with ${code}: ${text}`));
    });
  });
}

/** One frame per line, and each part of the demo on a screen of its own. The picture shows the whole first part. */
async function draw(browser, lines) {
  const page = await browser.newPage({ viewport: SIZE, deviceScaleFactor: 1 });
  await page.setContent(HTML);
  const parts = lines
    .slice(lines.findIndex((line) => /^\d\. /.test(line)))
    .join('\n')
    .split(/\n\n/)
    .map((part) => part.split('\n'));
  const frames = [];
  for (const part of parts) {
    for (let shown = 1; shown <= part.length; shown += 1) {
      await page.locator('pre').evaluate((pre, html) => (pre.innerHTML = html), marked(part.slice(0, shown)));
      const image = await page.screenshot({ type: 'png' });
      const isWhole = shown === part.length;
      const isPause = isWhole || /again:$|fails: |wrong one: |refuses/.test(part[shown - 1]);
      frames.push({ image, delay: isPause ? PACE.read : PACE.line });
      if (isWhole && part === parts[0])
        writeFileSync('docs/demo.png', await sharp(image).png({ palette: true }).toBuffer());
    }
  }
  frames.at(-1).delay = PACE.end;
  const animation = await sharp(
    frames.map(({ image }) => image),
    { join: { animated: true } },
  )
    .webp({ lossless: true, effort: 6, loop: 0, delay: frames.map(({ delay }) => delay) })
    .toBuffer();
  if (animation.length > MAX_BYTES)
    throw new Error(`The animation has ${animation.length} bytes; ${MAX_BYTES} are allowed`);
  writeFileSync('docs/demo.webp', animation);
  console.log(`docs/demo.png, docs/demo.webp: ${frames.length} frames, ${Math.ceil(animation.length / 1024)} KB`);
}

/** Marks lines with a class according to their content. */
function marked(lines) {
  const classes = [
    [/^\d\. /, 'title'],
    [/Question:/, 'question'],
    [/fails: |wrong one: |refuses/, 'failed'],
    [/: done\.$/, 'done'],
    [/^ +\|/, 'why'],
    [/^ +\d\. /, 'answer'],
  ];
  return lines
    .map((line) => {
      const [, name = 'text'] = classes.find(([pattern]) => pattern.test(line)) ?? [];
      const text = line.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      return `<span class="${name}">${text}</span>`;
    })
    .join('\n');
}
