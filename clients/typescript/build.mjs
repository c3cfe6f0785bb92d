// Builds the package twice with the TypeScript of the repository: ES modules in dist/esm, CommonJS in dist/cjs, each with
// its types. `npm pack` runs it.
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const here = import.meta.dirname;
const tsc = join(createRequire(import.meta.url).resolve('typescript/package.json'), '..', 'bin', 'tsc');

rmSync(join(here, 'dist'), { recursive: true, force: true });
const compile = (...options) =>
  execFileSync(process.execPath, [tsc, '-p', here, ...options], { stdio: 'inherit', cwd: here });
compile();
compile('--module', 'CommonJS', '--moduleResolution', 'Bundler', '--outDir', join('dist', 'cjs'));
// The package says that its files are ES modules; those of this folder are not.
writeFileSync(join(here, 'dist', 'cjs', 'package.json'), '{ "type": "commonjs" }\n');
copyFileSync(join(here, '..', '..', 'LICENSE'), join(here, 'LICENSE'));
