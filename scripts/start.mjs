// `npm start`: starts the service, after installing and building whatever is missing.
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
