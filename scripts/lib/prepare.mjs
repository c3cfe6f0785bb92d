// Installs dependencies if the lock file changed, and builds if a source changed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { progress } from './progress.mjs';
import { pruneBinaries } from './prune-binaries.mjs';

/** The folder that contains package.json. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Reads `.env` if it exists; existing environment variables take precedence. */
export function loadEnvironmentFile() {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** Installs dependencies and builds, each only if necessary. */
export async function prepare() {
  await install();
  pruneBinaries();
  await build();
}

async function install() {
  const lock = join(root, 'package-lock.json');
  const stamp = join(root, 'node_modules', '.heartwood-lock');
  const wanted = hash(readFileSync(lock));
  // Also up to date: npm itself may have installed after the lock file was written.
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  if (isNewer(installedLock(), lock)) return;

  // The library for CPUs is in the package; its script would fetch files for GPUs from outside the registry.
  const environment = { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' };
  await run('Installing dependencies', npm(), ['ci', '--include=dev', '--no-audit', '--no-fund'], environment);
  writeFileSync(stamp, wanted);
}

/** The lock file that npm writes into node_modules after each change. */
function installedLock() {
  return join(root, 'node_modules', '.package-lock.json');
}

function isNewer(path, than) {
  // npm writes both lock files within moments, in either order.
  return existsSync(path) && statSync(path).mtimeMs >= statSync(than).mtimeMs - 5_000;
}

const BUILDS = [
  {
    title: 'Building',
    stamp: '.heartwood-build',
    sources: 'src',
    settings: ['tsconfig.json', 'tsconfig.build.json'],
    script: 'transpile.mjs',
  },
  {
    title: 'Building the page',
    stamp: '.heartwood-page',
    sources: 'web',
    // The page contains the text of statements.
    settings: readdirSync(join(root, 'cypher', 'explore')).map((name) => `cypher/explore/${name}`),
    script: 'build-explorer.mjs',
  },
  {
    title: 'Building the documentation',
    stamp: '.heartwood-docs',
    sources: 'docs',
    settings: [
      'README.md',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      'sample/README.md',
      'bench/results.md',
      'bench/learning/results.md',
      'bench/retrieval/README.md',
      'clients/python/README.md',
      'clients/typescript/README.md',
      'web/colours.css',
      'web/docs/docs.css',
      'web/docs/docs.ts',
      'web/docs/page.html',
      'web/docs/search-options.js',
    ],
    script: 'build-docs.mjs',
  },
];

/** Rebuilds the parts whose sources changed: the service, the explorer page, the documentation. */
export async function build() {
  for (const { title, stamp: name, script, ...inputs } of BUILDS) {
    const stamp = join(root, 'dist', name);
    const before = fingerprint(inputs.sources, [...inputs.settings, 'package-lock.json', `scripts/lib/${script}`]);
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === before) continue;
    await run(title, process.execPath, [join(root, 'scripts', 'lib', script)]);
    writeFileSync(stamp, before);
  }
}

function fingerprint(folder, further) {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.spec.ts'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  files.push(...further.map((name) => join(root, name)));
  const facts = files.sort().map((file) => {
    const { mtimeMs, size } = statSync(file);
    return `${file} ${mtimeMs} ${size}`;
  });
  return hash(facts.join('\n'));
}

function hash(content) {
  return createHash('sha256').update(content).digest('hex');
}

function npm() {
  return process.platform === 'win32' ? 'npm.cmd' : 'npm';
}

/** A failed command; the message contains its output. */
class StepError extends Error {
  constructor(message) {
    super(message);
    this.name = 'StepError';
  }
}

/**
 * Runs a command and shows it as one step; its output is shown only if it fails. A signal to this process also ends
 * the command.
 */
function run(title, command, args, environment = process.env) {
  const step = progress.step(title);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => void (output += chunk));

    const forward = (signal) => {
      child.kill(signal);
      step.fail();
      process.exit(signal === 'SIGINT' ? 130 : 143);
    };
    process.on('SIGINT', forward).on('SIGTERM', forward);
    const settle = (problem) => {
      process.off('SIGINT', forward).off('SIGTERM', forward);
      if (problem === undefined) {
        step.succeed();
        resolve();
      } else {
        step.fail();
        reject(new StepError(`${title} failed (${[command, ...args].join(' ')}): ${problem}\n${output.trimEnd()}`));
      }
    };
    child.on('error', (error) => settle(error.message));
    child.on('close', (code, signal) => settle(code === 0 ? undefined : `ended with ${signal ?? `code ${code}`}`));
  });
}

/** Prints errors on which the user can act without a stack trace. */
export function tellAndExit(error) {
  const isExpected = error.name === 'StepError' || error.name === 'PrerequisiteError';
  console.error(isExpected ? error.message : error);
  process.exit(1);
}
