// `npm run sample [-- --remove]`: loads the demo data into namespace `demo` of the running service, or of HEARTWOOD_URL.
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
const command = ['dist/cli.js', 'sample', ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1;
