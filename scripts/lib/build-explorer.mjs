// Builds the explorer page (web/) into dist/explorer/page. The service serves these files, whose names contain a hash
// of their content.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

await build({
  configFile: false,
  root: join(root, 'web'),
  base: '/explorer/',
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: join(root, 'dist', 'explorer', 'page'),
    emptyOutDir: true,
    assetsDir: '',
    // No inlined assets, because the content security policy does not allow `data:` URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    target: 'es2022',
    // Code of graph and charts is loaded only when they are shown.
    chunkSizeWarningLimit: 1_000,
  },
});
