// `npm start`: from a fresh clone to a running service, or from the last run to the next one.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { loadEnvironmentFile, prepare, root, tellAndExit } = await import('./lib/prepare.mjs');
const { findNeo4jSource } = await import('./lib/prerequisites.mjs');

process.chdir(root);
let source;
try {
  loadEnvironmentFile();
  source = findNeo4jSource(process.env);
  await prepare();
} catch (error) {
  tellAndExit(error);
}
const { run } = await import('../dist/start.js');
await run(source);
