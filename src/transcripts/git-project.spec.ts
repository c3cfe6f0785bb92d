import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { projectOf } from './git-project.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'git-project-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('is named after the root of its repository, wherever in it', () => {
  const root = join(folder, 'shop');
  mkdirSync(join(root, '.git'), { recursive: true });
  mkdirSync(join(root, 'src', 'cart'), { recursive: true });
  expect(projectOf(root)).toBe('shop');
  expect(projectOf(join(root, 'src', 'cart'))).toBe('shop');
});

it('is the one of the repository that a worktree belongs to, and its own of a submodule', () => {
  for (const name of ['feature-x', 'lib']) mkdirSync(join(folder, name));
  writeFileSync(
    join(folder, 'feature-x', '.git'),
    `gitdir: ${join(folder, 'shop', '.git', 'worktrees', 'feature-x')}\n`,
  );
  writeFileSync(join(folder, 'lib', '.git'), 'gitdir: ../shop/.git/modules/lib\n');
  expect(projectOf(join(folder, 'feature-x'))).toBe('shop');
  expect(projectOf(join(folder, 'lib'))).toBe('lib');
});

it('is none outside of a repository, and fits into a header', () => {
  expect(projectOf('/')).toBeUndefined();
  mkdirSync(join(folder, 'Bücher', '.git'), { recursive: true });
  expect(projectOf(join(folder, 'Bücher'))).toBe('B%C3%BCcher');
});
