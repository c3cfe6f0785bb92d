import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Where `npm run test:clients` installs the clients. */
const INSTALLED = join(process.env['TEST_CLIENTS_DIR'] ?? join(ROOT, '.data', 'clients'), 'node_modules');
const PROGRAMS = {
  'claude-code': join(INSTALLED, `@anthropic-ai/claude-code-${process.platform}-${process.arch}`, 'claude'),
  opencode: join(INSTALLED, 'opencode-ai', 'bin', 'opencode.exe'),
} as const;

export type TestedClient = keyof typeof PROGRAMS;
export const isInstalled = (client: TestedClient): boolean => existsSync(PROGRAMS[client]);

/** Names of tools, and of the arguments of an edit. */
export const TOOLS = {
  'claude-code': { bash: 'Bash', edit: 'Edit', read: 'Read', path: 'file_path', from: 'old_string', to: 'new_string' },
  opencode: { bash: 'bash', edit: 'edit', read: 'read', path: 'filePath', from: 'oldString', to: 'newString' },
} as const;

/** A home and a git repository with a failing test, for one client. */
export class Workspace {
  readonly home = mkdtempSync(join(tmpdir(), 'heartwood-client-'));
  readonly project = join(this.home, 'calc');
  private readonly env: Record<string, string>;

  constructor(
    private readonly client: TestedClient,
    modelUrl: string,
    scripts: Readonly<Record<string, string>> = {},
  ) {
    mkdirSync(this.project);
    const all = { test: 'node --test --test-reporter=tap', ...scripts };
    this.write('package.json', `${JSON.stringify({ name: 'calc', type: 'module', scripts: all })}\n`);
    this.write(
      'add.test.js',
      "import test from 'node:test';\nimport assert from 'node:assert/strict';\nimport { add } from './add.js';\ntest('add', () => assert.equal(add(2, 3), 5));\n",
    );
    this.env = {
      ...{ PATH: process.env['PATH'] ?? '', HOME: this.home, TMPDIR: this.home, TERM: 'dumb' },
      ...{
        ANTHROPIC_BASE_URL: modelUrl,
        ANTHROPIC_API_KEY: 'sk-ant-dummy',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      },
      ...{
        DISABLE_AUTOUPDATER: '1',
        DISABLE_TELEMETRY: '1',
        DISABLE_ERROR_REPORTING: '1',
        CLAUDE_CODE_IDE_SKIP_AUTO_INSTALL: '1',
      },
      ...{ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' },
      OPENCODE_DISABLE_SHARE: '1',
    };
    this.reset();
    execFileSync('git', ['init', '-q', this.project]);
    if (client === 'claude-code')
      this.configure('.claude/settings.json', { permissions: { allow: ['Bash', 'Edit', 'Write'] } });
    else {
      const options = { baseURL: `${modelUrl}/v1`, apiKey: 'dummy' };
      const stub = { npm: '@ai-sdk/openai-compatible', name: 'stub', options, models: { m: { name: 'm' } } };
      this.configure('.config/opencode/opencode.json', {
        provider: { stub },
        model: 'stub/m',
        permission: { edit: 'allow', bash: 'allow' },
      });
    }
  }

  /** The project as it is before each session. */
  reset(): void {
    this.write('add.js', 'export const add = (a, b) => a - b;\n');
  }

  /** Runs `heartwood` in the project. */
  heartwood(...args: readonly string[]): string {
    return execFileSync(process.execPath, [join(ROOT, 'dist/cli.js'), ...args], {
      cwd: this.project,
      env: this.env,
      encoding: 'utf8',
    });
  }

  /** A session of the client, until it ends by itself. */
  run(prompt: string): Promise<{ readonly out: string; readonly err: string; readonly code: unknown }> {
    const args = this.client === 'claude-code' ? ['-p', prompt] : ['run', prompt];
    return new Promise((resolve) => {
      const child = execFile(PROGRAMS[this.client], args, { cwd: this.project, env: this.env }, (error, out, err) =>
        resolve({ out, err, code: error ? (error.code ?? error.signal) : 0 }),
      );
      child.stdin?.end();
    });
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.project, name), text);
  }

  private configure(name: string, settings: object): void {
    mkdirSync(join(this.home, name, '..'), { recursive: true });
    writeFileSync(join(this.home, name), `${JSON.stringify(settings)}\n`);
  }
}
