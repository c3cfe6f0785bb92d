import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { diffOf } from './connect.js';
import { runCommand } from './program.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'heartwood-home-'));
const settings = join(home, '.claude', 'settings.json');
const NOBODY = ['--url', 'http://127.0.0.1:9'];

beforeAll(() => execFileSync(process.execPath, [join(ROOT, 'scripts/lib/build-hook.mjs')]));
afterAll(() => {
  rmSync(home, { recursive: true });
});
beforeEach(() => {
  rmSync(join(home, '.claude'), { recursive: true, force: true });
  mkdirSync(join(home, '.claude'));
  writeFileSync(settings, '{\n  "model": "opus"\n}\n');
});

/** Runs `heartwood`; `answers` is what a person says when asked, undefined if nobody is there. */
async function run(args: readonly string[], environment: object = {}, answers?: boolean) {
  let [out, notes, asked] = ['', '', 0];
  const confirm = () => Promise.resolve((asked++, answers === true));
  const code = await runCommand(
    args,
    { HOME: home, ...environment },
    {
      isTerminal: false,
      write: (text) => (out += text),
      note: (line) => (notes += `${line}\n`),
      ...(answers !== undefined && { confirm }),
    },
  );
  return { code, out, notes, asked };
}
const read = () => readFileSync(settings, 'utf8');

it('shows the change, asks, and changes nothing if the answer is no, if nobody can answer, or in a dry run', async () => {
  const before = read();
  expect(await run(['connect', 'claude-code'], {}, false)).toMatchObject({ code: 0, asked: 1 });
  expect(await run(['connect', 'claude-code'])).toMatchObject({
    code: 1,
    notes: expect.stringContaining('--yes') as string,
  });
  const { out, asked } = await run(['connect', 'claude-code', '--dry-run'], {}, true);
  expect([read(), asked, existsSync(join(home, '.heartwood'))]).toEqual([before, 0, false]);
  expect(out).toMatch(
    /^--- \S+settings\.json\n\+\+\+ \S+settings\.json\n \{\n- {2}"model": "opus"\n\+ {2}"model": "opus",\n\+ {2}"hooks": \{/u,
  );
});

it('connects and disconnects without a service, and says when there is nothing to do', async () => {
  const before = read();
  expect(await run(['connect', 'claude-code', ...NOBODY], {}, true)).toMatchObject({ code: 0, asked: 1 });
  expect((await run(['connect', 'claude-code', ...NOBODY])).notes).toBe('Claude Code is already connected\n');
  const check = await run(['connect', 'claude-code', '--check', ...NOBODY], { PATH: '' });
  expect(check.code).toBe(0);
  expect(check.out).toMatch(/^user: connected \(/u);
  expect(check.out).toContain('Claude Code: not found; tested with 2.1.332\n');
  expect(check.out).toContain('service: No service answers at http://127.0.0.1:9');
  expect((await run(['disconnect', 'claude-code', '--yes'])).code).toBe(0);
  expect(read()).toBe(before);
  expect((await run(['disconnect', 'claude-code'])).notes).toBe(`Claude Code is not connected in ${settings}\n`);
  expect((await run(['connect', 'claude-code', '--check', ...NOBODY])).code).toBe(1);
});

it('writes the name of the variable with the key, never a key', async () => {
  await run(['connect', 'claude-code', '--yes'], { HEARTWOOD_API_KEY: 'hw_secret' });
  expect(read()).toContain('--key-variable HEARTWOOD_API_KEY');
  expect(read()).not.toContain('hw_secret');
  await run(['disconnect', 'claude-code', '--yes']);
});

it.each([
  [['connect', 'cursor'], 'not one of claude-code'],
  [['connect', 'claude-code', '--scope', 'all'], '--scope must be user or project'],
  [['connect', 'claude-code', '--key', 'hw_x'], '--key-variable'],
  [['connect', 'claude-code', '--key-variable', '$X'], 'name of a variable'],
  [['connect', 'claude-code', '--project', 'x'], '--scope project'],
  [['connect', 'claude-code', '--url', 'localhost:4000'], 'not an address'],
  [['connect', 'claude-code', '--url', 'http://me:secret@127.0.0.1:4000'], 'never written'],
  [['connect', 'claude-code', '--team', 'a\nb'], '--team must be printable'],
  [['connect', 'codex', '--scope', 'project'], 'use --scope user'],
  [['connect', 'gemini', '--scope', 'project'], 'use --scope user'],
])('refuses %j', async (args, message) => {
  const before = read();
  expect(await run([...args, '--yes'])).toMatchObject({ code: 1, notes: expect.stringContaining(message) as string });
  expect(read()).toBe(before);
});

it('says of Codex what its user must approve', async () => {
  const { notes } = await run(['connect', 'codex', '--yes']);
  expect(notes).toContain('approve UserPromptSubmit and Stop under /hooks');
  await run(['disconnect', 'codex', '--yes']);
  expect(existsSync(join(home, '.codex'))).toBe(false);
});

it('shows a change as the lines around it', () => {
  const before = ['1', '2', '3', '4', '5', '6', '7', '8', '9', ''].join('\n');
  expect(diffOf({ file: 'f', before, after: before.replace('5', 'x') })).toBe(
    '--- f\n+++ f\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n',
  );
  expect(diffOf({ file: 'f', before: null, after: 'a\n' })).toBe('--- /dev/null\n+++ f\n+a\n+\n');
});
