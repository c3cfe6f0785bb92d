import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ReportProgress } from './errors.js';
import { foldersOf, type Folders } from './folders.js';
import { takeLock } from './lock.js';

// A restore loads the backup into the folder `restoring`, writes the file LOADED there, and moves the files of the
// folder to their places. Whenever it is killed, the next start or restore finds out by that file whether the folder is
// incomplete, or only some of its files have to be moved.

/** Exists in the folder `restoring` as soon as that database is complete. */
const LOADED = 'loaded';

interface Loaded {
  /** Folder to which the current database is moved; absent if there is none. */
  readonly copy?: string;
}

/** Marks the loaded database as complete. */
export function recordLoaded({ restoring }: Folders, copy: string | undefined): void {
  const loaded: Loaded = copy === undefined ? {} : { copy };
  const draft = join(restoring, `${LOADED}.new`);
  writeFileSync(draft, JSON.stringify(loaded), { mode: 0o600 });
  renameSync(draft, join(restoring, LOADED));
}

/** Moves the loaded database to its place, and the current one to its copy. It can be repeated after an interruption. */
export function putInPlace(folders: Folders): void {
  const loaded = foldersOf(folders.restoring);
  const { copy } = readLoaded(folders);
  // The home is moved first, so the current database is still in its place if that one is still to be moved.
  if (existsSync(loaded.home)) {
    if (copy !== undefined && existsSync(folders.home)) moveAway(folders, copy);
    // Without a current database it is at most that of a first start that was interrupted.
    rmSync(folders.home, { recursive: true, force: true });
    renameSync(loaded.home, folders.home);
  }
  // A database with a password counts as one that was started, so the password is moved last.
  rmSync(folders.newPasswordFile, { force: true });
  for (const name of ['generationFile', 'passwordFile'] as const) {
    if (existsSync(loaded[name])) renameSync(loaded[name], folders[name]);
  }
  removeRestoring(folders);
}

/** Removes the folder `restoring`, and the file that marks it as complete at the end. */
export function removeRestoring({ restoring }: Folders): void {
  const names = existsSync(restoring) ? readdirSync(restoring) : [];
  for (const name of names.filter((each) => each !== LOADED)) {
    rmSync(join(restoring, name), { recursive: true, force: true });
  }
  rmSync(restoring, { recursive: true, force: true });
}

/**
 * Ends a restore that was killed: completes it if the backup had been loaded, otherwise removes what had been loaded.
 * The caller must hold the lock of the folder.
 */
export async function endInterruptedRestore(folders: Folders, report: ReportProgress): Promise<void> {
  if (!existsSync(folders.restoring)) return;
  if (existsSync(join(folders.restoring, LOADED))) {
    const { copy } = readLoaded(folders);
    const before = copy === undefined ? '' : `; the database as it was before is in ${copy}`;
    report({ title: `Completing a restore that was interrupted${before}` });
    putInPlace(folders);
    return;
  }
  // A new database that was started there may still be stopping.
  await takeLock(foldersOf(folders.restoring), report);
  const before = existsSync(folders.passwordFile)
    ? 'the database is as it was before'
    : 'there is no database, as before';
  report({ title: `Removing what an interrupted restore had loaded; ${before}` });
  removeRestoring(folders);
}

function moveAway(folders: Folders, copy: string): void {
  mkdirSync(copy, { recursive: true, mode: 0o700 });
  for (const file of [folders.passwordFile, folders.generationFile]) {
    if (existsSync(file)) cpSync(file, join(copy, basename(file)));
  }
  renameSync(folders.home, join(copy, basename(folders.home)));
}

function readLoaded({ restoring }: Folders): Loaded {
  return JSON.parse(readFileSync(join(restoring, LOADED), 'utf8')) as Loaded;
}
