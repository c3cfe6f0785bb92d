import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * The name of a folder's project: the root folder of its git repository, also for a worktree of the repository.
 *
 * @returns undefined outside of a repository; a name with characters not allowed in headers is percent-encoded
 */
export function projectOf(folder: string): string | undefined {
  const root = rootOf(folder);
  if (root === undefined) return undefined;
  const git = join(root, '.git');
  return nameOf(basename(statSync(git).isFile() ? (mainRoot(root, git) ?? root) : root));
}

/** The root of the folder's git repository, or of its worktree; undefined outside of a repository. */
export function rootOf(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/**
 * Finds the root of the main repository. In a worktree or submodule, `.git` is a file that contains the path of the git
 * data.
 */
function mainRoot(at: string, file: string): string | undefined {
  const [, folder] = /^gitdir: (.+)$/m.exec(readFileSync(file, 'utf8')) ?? [];
  const [, root] = /^(.+)[\\/]\.git[\\/]worktrees[\\/][^\\/]+$/.exec(resolve(at, folder?.trim() ?? '')) ?? [];
  return root;
}

function nameOf(name: string): string | undefined {
  const printable = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(name) ? name : encodeURIComponent(name);
  return printable.slice(0, 128) || undefined;
}
