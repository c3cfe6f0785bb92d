import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Makes tests import the build of the sources, such as `dist/items/action.js` for `src/items/action.ts`. Node.js reads
 * it without a compiler, also in the threads and processes that the service starts. Specs beside the sources are not
 * replaced.
 */
export function builtSources(root: string): Plugin {
  const sources = join(root, 'src') + '/';
  return {
    name: 'built-sources',
    enforce: 'pre',
    resolveId(specifier, importer) {
      if (!importer || !/^\.\.?\/.*\.js$/.test(specifier)) return;
      const file = resolve(dirname(importer), specifier);
      if (!file.startsWith(sources)) return;
      const built = join(root, 'dist', file.slice(sources.length));
      return existsSync(built) ? { id: built, external: true } : undefined;
    },
  };
}
