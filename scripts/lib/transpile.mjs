// Compiles src into dist, each file by itself and without a look at types: 6 s where `npm run build` takes 18. Types are
// for `npm run typecheck`, which CI runs; the option isolatedModules sees to it that both give JavaScript that does the same.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** What agents import as `heartwood/client`, with its types: the entry and what it takes from beside it. */
const CLIENT = /^(client\/[^/]+|layers\/(formatter|provide))\.ts$/;

const { options, fileNames } = ts.parseJsonConfigFileContent(
  ts.readConfigFile('tsconfig.build.json', ts.sys.readFile).config,
  ts.sys,
  process.cwd(),
);
// Alone, a file does not know of package.json, which makes it an ES module.
const alone = { ...options, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler };

for (const fileName of fileNames) {
  const source = readFileSync(fileName, 'utf8');
  const name = relative(options.rootDir, fileName);
  const target = join(options.outDir, name).replace(/\.ts$/, '');
  mkdirSync(dirname(target), { recursive: true });
  const { outputText, sourceMapText } = transpile(ts.transpileModule, source, fileName, { declaration: false });
  writeFileSync(`${target}.js`, outputText);
  writeFileSync(`${target}.js.map`, sourceMapText);
  if (CLIENT.test(name.replaceAll('\\', '/'))) {
    const types = transpile(ts.transpileDeclaration, source, fileName, { isolatedDeclarations: true });
    writeFileSync(`${target}.d.ts`, types.outputText);
  }
}

function transpile(how, source, fileName, more) {
  const result = how(source, { fileName, reportDiagnostics: true, compilerOptions: { ...alone, ...more } });
  if (result.diagnostics.length > 0) {
    console.error(ts.formatDiagnostics(result.diagnostics, ts.createCompilerHost(options)));
    process.exit(1);
  }
  return result;
}
