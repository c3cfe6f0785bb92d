// `npm run demo [-- --keep]`: shows in a minute how answers change through learning. `npm run sample [-- --remove]`:
// loads the demo data into the namespace `demo` of the running service, or of HEARTWOOD_URL.
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
const options = process.argv.slice(2);
const command =
  options[0] === '--demo' ? ['dist/cli.js', 'demo', ...options.slice(1)] : ['dist/cli.js', 'sample', ...options];
process.exitCode = spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1;
