import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { CommandFailure } from './failure.js';

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
  /** Names of roots whose folders were read completely. */
  readonly roots: readonly string[];
}

/** Private keys, certificates with keys, and password stores. Hidden files are already left out. */
const KEY_FILE =
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:\..*)?|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx?|ppk|ovpn|pgpass))$/i;
const IGNORED_FOLDERS = new Set(['node_modules', '__pycache__']);

/**
 * Finds the files for paths, each only once: single files, and all files in folders. Hidden files, `.git`,
 * `node_modules`, key files and files ignored by a `.gitignore` are left out, and links are not followed.
 *
 * @param paths files, folders, URLs, or `-` for standard input
 * @throws CommandFailure for a missing path, for a file excluded by its name, and for too many files
 */
export function documentFiles(paths: readonly string[], { root, name, maxFiles }: FileSettings): FoundFiles {
  const files = new Map<string, DocumentFile>();
  const roots = new Set<string>();
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
        for (const source of filesOf(at)) add({ from: join(at, ...source.split('/')), root: folder, source });
      } else {
        if (isSecretName(basename(path)))
          throw new CommandFailure(`${path} is left out: by its name it holds keys or passwords`);
        add({ from: at, root: root ?? '', source: sourceOf(path) });
      }
    }
  }
  return { files: [...files.values()], roots: [...roots] };
}

export function isUrl(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

/** Source of a directly named file: its path relative to the working directory, or its name if it is outside of it. */
function sourceOf(path: string): string {
  const from = relative(process.cwd(), resolve(path)).split(sep);
  return from[0] === '..' || /^[A-Za-z]:$/.test(from[0] ?? '') ? basename(path) : from.join('/');
}

/** Paths within a folder, with slashes, sorted. */
function* filesOf(root: string): Generator<string> {
  interface Rules {
    /** Path of the folder that contains the `.gitignore`, ending in a slash; empty for the root. */
    readonly base: string;
    readonly rules: Ignore;
  }
  const walk = function* (folder: string, above: readonly Rules[]): Generator<string> {
    const own = rulesOf(join(root, folder));
    const all = own ? [...above, { base: folder, rules: own }] : above;
    for (const name of readdirSync(join(root, folder)).sort()) {
      if (name.startsWith('.')) continue;
      const path = folder + name;
      const entry = lstatSync(join(root, path));
      // Links are not followed, because they may lead anywhere. If the target of a link is inside the root, it is found
      // anyway.
      if (!entry.isDirectory() && !entry.isFile()) continue;
      const asked = entry.isDirectory() ? `${path}/` : path;
      if (all.some(({ base, rules }) => rules.ignores(asked.slice(base.length)))) continue;
      if (entry.isFile()) {
        if (!isSecretName(name)) yield path;
      } else if (!IGNORED_FOLDERS.has(name)) {
        yield* walk(`${path}/`, all);
      }
    }
  };
  yield* walk('', []);
}

function rulesOf(folder: string): Ignore | undefined {
  const file = join(folder, '.gitignore');
  if (!existsSync(file) || !lstatSync(file).isFile()) return undefined;
  return ignore().add(readFileSync(file, 'utf8'));
}

function isSecretName(name: string): boolean {
  return KEY_FILE.test(name) || /^\.(?:env|netrc|npmrc|pgpass|git-credentials)/i.test(name);
}
