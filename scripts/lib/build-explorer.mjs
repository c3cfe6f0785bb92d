// Builds the page of people (web/) into dist/explorer/page: hashed files that the service serves itself, beside the compiled src/explorer.
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
    // The content security policy allows no `data:`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    target: 'es2022',
    // Graph and charts are loaded when they are looked at.
    chunkSizeWarningLimit: 1_000,
  },
});
