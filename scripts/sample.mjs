// `npm run sample`: loads the sample catalog into namespace `demo` of the running service, or of HEARTWOOD_URL.
import { spawnSync } from 'node:child_process';
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { loadEnvironmentFile, prepare, root, tellAndExit } = await import('./lib/prepare.mjs');

process.chdir(root);
try {
  loadEnvironmentFile();
  await prepare();
} catch (error) {
  tellAndExit(error);
}
const command = ['dist/cli.js', 'import', 'catalog', 'sample/knowledge_catalog.json', '--namespace', 'demo'];
process.exitCode =
  spawnSync(process.execPath, [...command, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
