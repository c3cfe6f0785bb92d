import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { CommandFailure } from './failure.js';
import { isSecretName } from './secret-files.js';

/** A file to ingest. */
export interface DocumentFile {
  /** Path or URL from which the content is read; null for standard input. */
  readonly from: string | null;
  /** Name of the folder that the file comes from; empty for a file that was named directly. */
  readonly root: string;
  /** Path within the root, with slashes. */
  readonly source: string;
}

/** Settings of `heartwood ingest`: how files are named, and the maximum number of files. */
export interface FileSettings {
  /** Name of the root; default: the folder's name. */
  readonly root?: string | undefined;
  /** Source name for standard input. */
  readonly name?: string | undefined;
  readonly maxFiles: number;
}

/** All files under the given paths, with the roots that may be pruned. */
export interface FoundFiles {
  readonly files: readonly DocumentFile[];
  /** Names of roots whose folders were read. */
  readonly roots: readonly string[];
  /** Files and folders within roots that could not be read. */
  readonly unreadable: readonly UnreadablePath[];
  /** Paths, with their roots, of files that are left out because their names say that they hold keys or passwords. */
  readonly secret: readonly string[];
}

export interface UnreadablePath {
  readonly root: string;
  /** Path within the root, with slashes; empty for the root itself. */
  readonly path: string;
  readonly reason: string;
}

const IGNORED_FOLDERS = new Set(['node_modules', '__pycache__']);

/**
 * Finds the files for paths, each only once: single files, and all files in folders. Hidden files, `.git`,
 * `node_modules`, files whose names say that they hold keys or passwords, and files ignored by a `.gitignore` are left
 * out, and links are not followed. As in Git, a `.gitignore` above the folder applies up to the top of the repository,
 * and one further down prevails.
 *
 * @param paths files, folders, URLs, or `-` for standard input
 * @throws CommandFailure for a missing path, for a file excluded by its name, and for too many files
 */
export function documentFiles(paths: readonly string[], { root, name, maxFiles }: FileSettings): FoundFiles {
  const files = new Map<string, DocumentFile>();
  const roots = new Set<string>();
  const unreadable: UnreadablePath[] = [];
  const secret = new Set<string>();
  const add = (file: DocumentFile) => {
    files.set(`${file.root}\n${file.source}`, file);
    if (files.size > maxFiles)
      throw new CommandFailure(`There are more than ${maxFiles} files; ingest them in parts, or set --max-files`);
  };
  for (const path of paths) {
    if (path === '-') {
      add({ from: null, root: root ?? '', source: name ?? 'standard-input.txt' });
    } else if (isUrl(path)) {
      add({ from: path, root: root ?? '', source: path });
    } else {
      if (!existsSync(path)) throw new CommandFailure(`${path} does not exist`);
      const at = realpathSync(path);
      if (statSync(at).isDirectory()) {
        const folder = root ?? basename(at);
        roots.add(folder);
        const failed = (at: string, reason: string) => unreadable.push({ root: folder, path: at, reason });
        for (const source of filesOf(at, failed)) {
          if (isSecretName(posix.basename(source))) secret.add(`${folder}/${source}`);
          else add({ from: join(at, ...source.split('/')), root: folder, source });
        }
      } else {
        if (isSecretName(basename(path)) || isSecretName(basename(at)))
          throw new CommandFailure(`${path} is left out: by its name it holds keys or passwords`);
        add({ from: at, root: root ?? '', source: sourceOf(path) });
      }
    }
  }
  return { files: [...files.values()], roots: [...roots], unreadable, secret: [...secret] };
}

export function isUrl(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

/** Source of a directly named file: its path relative to the working directory, or its name if it is outside of it. */
function sourceOf(path: string): string {
  const from = relative(process.cwd(), resolve(path)).split(sep);
  return from[0] === '..' || /^[A-Za-z]:$/.test(from[0] ?? '') ? basename(path) : from.join('/');
}

/** The rules of a `.gitignore`. */
interface IgnoreRules {
  /** Path from the folder of the `.gitignore` down to the root, ending in a slash; empty if the root contains it. */
  readonly above: string;
  /** Path from the root down to the folder of the `.gitignore`, ending in a slash; empty if the root is below it. */
  readonly below: string;
  readonly rules: Ignore;
}

/**
 * Paths within a folder, with slashes, sorted.
 *
 * @param failed receives each path that cannot be read, and the reason
 */
function* filesOf(root: string, failed: (path: string, reason: string) => void): Generator<string> {
  const tried = <Result>(path: string, read: () => Result): Result | undefined => {
    try {
      return read();
    } catch (error) {
      // A file may be deleted between the listing of its folder and now.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') failed(path, (error as Error).message);
      return undefined;
    }
  };
  const walk = function* (folder: string, above: readonly IgnoreRules[]): Generator<string> {
    const listed = tried(folder, () => {
      const rules = rulesOf(join(root, folder));
      const names = readdirSync(join(root, folder)).sort();
      return { names, all: rules ? [...above, { above: '', below: folder, rules }] : above };
    });
    for (const name of listed?.names ?? []) {
      if (name.startsWith('.')) continue;
      const path = folder + name;
      const entry = tried(path, () => lstatSync(join(root, path)));
      // Links are not followed, because they may lead anywhere. If the target of a link is inside the root, it is found
      // anyway.
      if (!entry?.isDirectory() && !entry?.isFile()) continue;
      if (isIgnored(entry.isDirectory() ? `${path}/` : path, listed?.all ?? [])) continue;
      if (entry.isFile()) {
        yield path;
      } else if (!IGNORED_FOLDERS.has(name)) {
        yield* walk(`${path}/`, listed?.all ?? []);
      }
    }
  };
  yield* walk('', rulesAbove(root));
}

/** The last `.gitignore` that has a rule for the path decides. */
function isIgnored(path: string, all: readonly IgnoreRules[]): boolean {
  return all.reduce((ignored, { above, below, rules }) => {
    const found = rules.test(above + path.slice(below.length));
    return found.ignored || (ignored && !found.unignored);
  }, false);
}

/**
 * The rules of the folders above a root, from the top of its Git repository down; none if the root is in no repository,
 * or if it is itself ignored, since it was named nevertheless.
 */
function rulesAbove(root: string): IgnoreRules[] {
  const found: IgnoreRules[] = [];
  let above = '';
  for (let folder = root; !existsSync(join(folder, '.git'));) {
    const parent = dirname(folder);
    if (parent === folder) return [];
    above = `${basename(folder)}/${above}`;
    folder = parent;
    const rules = rulesOf(folder);
    if (rules) found.unshift({ above, below: '', rules });
  }
  return isIgnored('', found) ? [] : found;
}

function rulesOf(folder: string): Ignore | undefined {
  const file = join(folder, '.gitignore');
  if (!existsSync(file) || !lstatSync(file).isFile()) return undefined;
  return ignore().add(readFileSync(file, 'utf8'));
}
