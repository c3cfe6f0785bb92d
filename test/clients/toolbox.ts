import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Commands run asynchronously, because the service is in this process and must go on. */
export const run = promisify(execFile);

export const PYTHON = process.env['PYTHON'] ?? 'python3';
const UV = 'uv==0.13.9';
const CACHE = join(process.cwd(), 'node_modules', '.cache', 'heartwood-clients');

/** @returns a folder with these packages of npm, `name@version`, which is kept for the next run */
export function npmTools(...packages: readonly string[]): Promise<string> {
  return kept(['npm', ...packages], async (folder) => {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    await run('npm', ['install', '--no-audit', '--no-fund', '--silent', ...packages], { cwd: folder });
  });
}

/** @returns a virtual environment of Python with these packages, `name==version`, which is kept for the next run */
export function pythonTools(...packages: readonly string[]): Promise<string> {
  return kept([PYTHON, ...packages], async (folder) => {
    await run(PYTHON, ['-m', 'venv', folder]);
    const python = inVenv(folder, 'python');
    await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', UV]);
    // pip takes a minute of computing for what uv does in seconds.
    await run(python, ['-m', 'uv', 'pip', 'install', '--quiet', '--system-certs', '--python', python, ...packages]);
  });
}

export function inVenv(folder: string, command: string): string {
  return process.platform === 'win32' ? join(folder, 'Scripts', `${command}.exe`) : join(folder, 'bin', command);
}

async function kept(wanted: readonly string[], make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(CACHE, createHash('sha256').update(wanted.join('\n')).digest('hex').slice(0, 16));
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await make(folder);
  writeFileSync(complete, wanted.join('\n'));
  return folder;
}

/** Packs the client in TypeScript into a folder. @returns the archive */
export async function packTypescript(folder: string): Promise<string> {
  // A copy is built, since files of tests that run at a time would remove each other's build; below this folder, where
  // the build finds the compiler.
  const data = join(process.cwd(), '.data');
  mkdirSync(data, { recursive: true });
  const copy = mkdtempSync(join(data, 'pack-'));
  try {
    const source = join('clients', 'typescript');
    const cwd = join(copy, source);
    cpSync(source, cwd, { recursive: true });
    cpSync('LICENSE', join(copy, 'LICENSE'));
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd });
    return join(folder, stdout.trim().split('\n').at(-1) ?? '');
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/**
 * Makes a project with the packed client inside the folder of these tools, so that it finds their packages as well.
 *
 * @returns its folder, which the caller removes
 */
export async function projectWithClient(tools: string): Promise<string> {
  const project = mkdtempSync(join(tools, 'project-'));
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const archive = await packTypescript(project);
  await run('npm', ['install', '--no-audit', '--no-fund', '--silent', archive], { cwd: project });
  return project;
}

/**
 * Runs tests of node:test in a project, against a service.
 *
 * @param file its name in this folder
 * @returns what the runner said, also if a test failed
 */
export async function nodeTests(node: string, project: string, file: string, url: string): Promise<string> {
  cpSync(join('test', 'clients', file), join(project, file));
  const env = { ...process.env, HEARTWOOD_URL: url, NODE_OPTIONS: '' };
  const { stdout } = await run(node, ['--test', '--test-reporter=spec', file], { cwd: project, env }).catch(
    (error: unknown) => error as { stdout: string },
  );
  process.stdout.write(stdout);
  return stdout;
}

/** Compiles a text in a project strictly, to types.js. @throws Error with what the compiler says */
export async function compileStrictly(project: string, text: string): Promise<void> {
  writeFileSync(join(project, 'types.ts'), text);
  const tsc = join(process.cwd(), 'node_modules', 'typescript', 'bin', 'tsc');
  const options = '--ignoreConfig --strict --skipLibCheck --module nodenext --lib es2023,dom'.split(' ');
  await run(process.execPath, [tsc, ...options, 'types.ts'], { cwd: project });
}
