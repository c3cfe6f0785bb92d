// Bundles what runs in coding agents (src/connect/hook.ts) into one file without dependencies: dist/connect, or the
// file given as argument.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const [, , file = join(root, 'dist', 'connect', 'heartwood-hook.mjs')] = process.argv;

await build({
  input: join(root, 'src', 'connect', 'hook.ts'),
  platform: 'node',
  logLevel: 'warn',
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  output: { file, minify: true, codeSplitting: false },
});
