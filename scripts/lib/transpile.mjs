// Compiles src into dist file by file without checking types, in 6 s instead of the 18 s of `npm run build`. `npm run
// typecheck`, which CI runs, checks types. The option isolatedModules guarantees that both produce equivalent
// JavaScript.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const { options, fileNames } = ts.parseJsonConfigFileContent(
  ts.readConfigFile('tsconfig.build.json', ts.sys.readFile).config,
  ts.sys,
  process.cwd(),
);
// A single file is compiled without package.json, which declares it an ES module.
const alone = {
  ...options,
  declaration: false,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};

for (const fileName of fileNames) {
  const source = readFileSync(fileName, 'utf8');
  const name = relative(options.rootDir, fileName);
  const target = join(options.outDir, name).replace(/\.ts$/, '');
  mkdirSync(dirname(target), { recursive: true });
  const { outputText, sourceMapText } = transpile(source, fileName);
  writeFileSync(`${target}.js`, outputText);
  writeFileSync(`${target}.js.map`, sourceMapText);
}

await import('./command-file.mjs');
await import('./build-hook.mjs');

function transpile(source, fileName) {
  const result = ts.transpileModule(source, { fileName, reportDiagnostics: true, compilerOptions: alone });
  if (result.diagnostics.length > 0) {
    console.error(ts.formatDiagnostics(result.diagnostics, ts.createCompilerHost(options)));
    process.exit(1);
  }
  return result;
}
