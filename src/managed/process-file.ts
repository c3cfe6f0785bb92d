import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What every claim says about its owner, so that others can tell whether it still lives. */
export interface Owner {
  readonly pid: number;
  /** When the process began, as the system tells it: a pid is given to another process sooner or later. */
  readonly began: string | null;
}

/** A file that one living process owns; a file of a dead one counts as absent. */
export interface Claim<Content extends object> {
  /** Replaces what the file says, keeping the owner. */
  update(content: Content): void;
  /** Removes the file, unless it has become somebody else's. */
  release(): void;
}

/** The file's new owner is this process, or the one that holds it already. */
export type ClaimResult<Content extends object> =
  | { readonly claim: Claim<Content> }
  /** Owned by a living process, or by one for which `isHeld` vouches. */
  | { readonly heldBy: Owner & Content };

/**
 * Creates the file for this process. Of any number that try at once, exactly one gets it.
 *
 * @param isHeld says that a file counts although its owner is dead
 */
export function claimFile<Content extends object>(
  path: string,
  content: Content,
  isHeld: (content: Owner & Content) => boolean = () => false,
): ClaimResult<Content> {
  const owner: Owner = { pid: process.pid, began: processBegan(process.pid) };
  mkdirSync(dirname(path), { recursive: true });
  for (;;) {
    if (createWhole(path, JSON.stringify({ ...owner, ...content }))) return { claim: claimOf(path, owner) };
    const current = readClaim<Content>(path);
    if (current && (isAlive(current) || isHeld(current))) return { heldBy: current };
    removeStale(path, isHeld);
  }
}

/** What the file says, or undefined when there is none that can be read. */
export function readClaim<Content extends object>(path: string): (Owner & Content) | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Owner & Content;
  } catch {
    return undefined;
  }
}

/** True when the very process that wrote this still runs. */
export function isAlive({ pid, began }: Owner): boolean {
  if (!isRunning(pid)) return false;
  const now = processBegan(pid);
  return began === null || now === null || began === now;
}

/** True when some process has this pid. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function claimOf<Content extends object>(path: string, owner: Owner): Claim<Content> {
  const isOurs = () => {
    const current = readClaim<Content>(path);
    return current?.pid === owner.pid && current.began === owner.began;
  };
  return {
    update: (content) => {
      if (!isOurs()) return;
      const draft = draftOf(path);
      writeFileSync(draft, JSON.stringify({ ...owner, ...content }), { mode: 0o600 });
      renameSync(draft, path);
    },
    release: () => {
      if (isOurs()) rmSync(path, { force: true });
    },
  };
}

/** A link appears with its content; a file created and then written could be read empty. False when there is one. */
function createWhole(path: string, text: string): boolean {
  const draft = draftOf(path);
  writeFileSync(draft, text, { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Only one process at a time looks and removes: else one could remove what another has just claimed. */
function removeStale<Content extends object>(path: string, isHeld: (content: Owner & Content) => boolean): void {
  const mutex = `${path}.recovering`;
  try {
    mkdirSync(mutex);
  } catch {
    // Another one is at it, for milliseconds; one that died in between is overruled.
    try {
      if (Date.now() - statSync(mutex).mtimeMs > 5_000) rmdirSync(mutex);
    } catch {
      // It has finished.
    }
    return;
  }
  try {
    const current = readClaim<Content>(path);
    if (!current || !(isAlive(current) || isHeld(current))) rmSync(path, { force: true });
  } finally {
    rmdirSync(mutex);
  }
}

function draftOf(path: string): string {
  return `${path}.${process.pid}`;
}

/** When the process with this pid began, so that another with the same pid is told from it. Null where the system does not tell. */
export function processBegan(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      // Fields 3 and 22, counted behind the name in parentheses, which may hold blanks: state, ticks since this boot.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      // A zombie: it has ended, and its parent has not read the exit code yet.
      if (fields[0] === 'Z') return 'ended';
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
    } catch {
      return null;
    }
  }
  const { status, stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
