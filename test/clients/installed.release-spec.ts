import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextService, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';
import { inVenv, npmTools, packTypescript, PYTHON, pythonTools, run } from './toolbox.js';

// Both packages as a user gets them: packed, and installed in an empty project outside of this folder.

const README = {
  typescript: join('clients', 'typescript', 'README.md'),
  python: join('clients', 'python', 'README.md'),
};
/** The only size that the package promises. */
const MAX_PACKED = 30 * 1024;

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await contextService();
  folder = mkdtempSync(join(tmpdir(), 'heartwood-installed-'));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

/** The first block of a page in this language, asking the test's service, with an answer that cites. */
function example(page: string, language: string): string {
  const [, block = ''] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(readFileSync(page, 'utf8')) ?? [];
  return block
    .replace("url: 'http://127.0.0.1:4000'", `url: '${service.url}', namespace: '${freshNamespace()}'`)
    .replace('"http://127.0.0.1:4000"', `"${service.url}", namespace="${freshNamespace()}"`);
}

describe('the package for TypeScript', () => {
  let archive: string;
  let project: string;
  let tools: string;
  beforeAll(async () => {
    tools = await npmTools('publint@0.3.25', '@arethetypeswrong/cli@0.18.5', 'node@24.21.0');
    archive = await packTypescript(folder);
    project = join(folder, 'typescript');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{ "private": true }');
    await run('npm', ['install', '--no-audit', '--no-fund', '--silent', archive], { cwd: project });
  });
  const tool = (name: string) => join(tools, 'node_modules', '.bin', name);

  it('has the version of the service, and is small', () => {
    const versionIn = (file: string) => (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
    expect(versionIn(join(project, 'node_modules', 'heartwood-client', 'package.json'))).toBe(
      versionIn('package.json'),
    );
    const { size } = statSync(archive);
    process.stdout.write(`The package for TypeScript: ${size} bytes packed\n`);
    expect(size).toBeLessThanOrEqual(MAX_PACKED);
    expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'heartwood-client',
    ]);
  });

  it('is found by every module resolution, with the types that belong to it', async () => {
    expect((await run(tool('publint'), [archive, '--strict'])).stdout).toContain('All good!');
    expect((await run(tool('attw'), [archive, '--no-color'])).stdout).toContain('No problems found');
  });

  it('compiles without the types of Node.js and of the DOM, and takes those of both', async () => {
    const bare = join(project, 'bare.ts');
    writeFileSync(bare, `declare const answer: string;\n${example(README.typescript, 'ts')}export {};\n`);
    const rich = join(project, 'rich.ts');
    writeFileSync(
      rich,
      `import { heartwood } from 'heartwood-client';
       const { context } = heartwood({ url: 'http://x', fetch: globalThis.fetch });
       void context('x', { signal: AbortSignal.timeout(1) });\n`,
    );
    const tsc = join(process.cwd(), 'node_modules', 'typescript', 'bin', 'tsc');
    const compile = (file: string, module: string, lib: string, ...more: string[]) =>
      run(process.execPath, [tsc, '--noEmit', '--strict', '--module', module, '--lib', lib, ...more, file], {
        cwd: project,
      });
    const target = ['--target', 'es2022'];
    await compile(bare, 'preserve', 'es2022', '--moduleResolution', 'bundler', ...target);
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
    await compile(bare, 'node16', 'es2022', ...target);
    await compile(rich, 'node16', 'es2022,dom', ...target);
    const typesOfNode = ['--typeRoots', join(process.cwd(), 'node_modules', '@types'), '--types', 'node'];
    await compile(rich, 'node16', 'es2022', '--target', 'es2022', '--skipLibCheck', ...typesOfNode);
    writeFileSync(rich, "import { heartwood } from 'heartwood-client';\nheartwood({ url: 5 });\n");
    await expect(compile(rich, 'node16', 'es2022', ...target)).rejects.toMatchObject({
      stdout: expect.stringContaining("Type 'number' is not assignable to type 'string'"),
    });
  });

  it('runs its example as both kinds of module, on Node.js 20 and 24', async () => {
    const code = `const answer = 'As [k1] says.';\n${example(README.typescript, 'ts')}console.log(typeof receiptId, text);\n`;
    const required = code.replace(
      "import { heartwood } from 'heartwood-client'",
      "const { heartwood } = require('heartwood-client')",
    );
    writeFileSync(join(project, 'example.mjs'), code);
    writeFileSync(join(project, 'example.cjs'), `(async () => {\n${required}})();\n`);
    const versions: string[] = [];
    for (const node of [process.execPath, tool('node')]) {
      versions.push((await run(node, ['--version'])).stdout.split('.')[0] ?? '');
      for (const file of ['example.mjs', 'example.cjs']) {
        const { stdout } = await run(node, [file], { cwd: project });
        process.stdout.write(`${versions.at(-1)} ${file}: ${stdout}`);
        expect(stdout).toBe('string Nothing relevant is known about this.\n');
      }
    }
    expect(versions).toContain('v24');
  });
});

it('the package for Python installs as a wheel, is typed, and runs its example', async () => {
  const tools = await pythonTools('build==1.6.1', 'setuptools==83.0.0', 'twine==7.0.0', 'mypy==2.4.1');
  const source = join(folder, 'python-source');
  cpSync(join('clients', 'python'), source, { recursive: true });
  await run(inVenv(tools, 'python'), ['-m', 'build', '--wheel', '--no-isolation', '--outdir', folder, source]);
  const wheel = join(folder, readdirSync(folder).find((name) => name.endsWith('.whl')) ?? '');
  process.stdout.write(`The package for Python: ${statSync(wheel).size} bytes packed\n`);
  expect((await run(inVenv(tools, 'twine'), ['check', '--strict', wheel])).stdout).toContain('PASSED');
  const project = join(folder, 'python');
  await run(PYTHON, ['-m', 'venv', project]);
  const python = inVenv(project, 'python');
  await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-index', wheel]);
  const file = join(project, 'example.py');
  writeFileSync(
    file,
    `import sys\nanswer = "As [k1] says."\n${example(README.python, 'python')}print(sys.version_info[:2], given.text)\n`,
  );
  const { stdout } = await run(python, [file], { cwd: project });
  process.stdout.write(`Python ${stdout}`);
  expect(stdout).toMatch(/^\(3, 1\d\) Nothing relevant is known about this\.\n$/);
  // As a user's project sees it: from the installed wheel.
  const checked = await run(inVenv(tools, 'mypy'), ['--strict', '--python-executable', python, file], { cwd: project });
  expect(checked.stdout).toContain('Success');
});
