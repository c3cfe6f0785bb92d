import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { CommandFailure } from './failure.js';

/** A file that is to be ingested. */
export interface DocumentFile {
  /** Where its content is: a path, or a URL. Null for standard input. */
  readonly from: string | null;
  /** Folder that it is from, by name; empty for one that was named by itself. */
  readonly root: string;
  /** Path within the root, with slashes. */
  readonly source: string;
}

/** How `heartwood ingest` names the files that it finds, and how many it accepts. */
export interface FileSettings {
  /** Name of the root, in place of the folder's own. */
  readonly root?: string | undefined;
  /** Source of what comes by standard input. */
  readonly name?: string | undefined;
  readonly maxFiles: number;
}

/** All files under the given paths, with the roots that may be pruned. */
export interface FoundFiles {
  readonly files: readonly DocumentFile[];
  /** Names of roots whose folders were gone through as a whole. */
  readonly roots: readonly string[];
}

/** Keys, certificates with keys, and stores of passwords. Hidden files are left out before. */
const KEY_FILE =
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:\..*)?|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx?|ppk|ovpn|pgpass))$/i;
const IGNORED_FOLDERS = new Set(['node_modules', '__pycache__']);

/**
 * The files that paths stand for, each once: files by themselves, folders with all that they hold. Hidden files, `.git`,
 * `node_modules`, key files and what a `.gitignore` names are left out, and links are not followed.
 *
 * @param paths files, folders, URLs, or `-` for standard input
 * @throws CommandFailure for a path that is not there, for one that is left out by its name, and for too many files
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

/** Source of a file that was named directly: its path relative to the working directory, or its name if it is outside. */
function sourceOf(path: string): string {
  const from = relative(process.cwd(), resolve(path)).split(sep);
  return from[0] === '..' || /^[A-Za-z]:$/.test(from[0] ?? '') ? basename(path) : from.join('/');
}

/** Paths within a folder, with slashes, in their order. */
function* filesOf(root: string): Generator<string> {
  interface Rules {
    /** Path of the folder whose file has them, with a slash behind it; empty for the root. */
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
      // A link may lead anywhere. What it leads to within the root is there by itself.
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
