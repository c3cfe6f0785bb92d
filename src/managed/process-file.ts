import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Identifies the owner of a claim, so that other processes can tell whether it is still alive. */
export interface Owner {
  readonly pid: number;
  /** Start time of the process as the system reports it, since pids are reused. */
  readonly began: string | null;
}

/** A file owned by one living process; if its owner is dead, the file counts as absent. */
export interface Claim<Content extends object> {
  /** Replaces the content of the file but keeps the owner. */
  update(content: Content): void;
  /** Removes the file, unless another process owns it now. */
  release(): void;
}

/** The result of claiming a file: this process owns it now, or another one already did. */
export type ClaimResult<Content extends object> =
  | { readonly claim: Claim<Content> }
  /** Owned by a living process, or by a dead one if `isHeld` returns true. */
  | { readonly heldBy: Owner & Content };

/**
 * Creates the file for this process. If several processes race, exactly one succeeds.
 *
 * @param isHeld returns true if the file still counts although its owner is dead
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

/** The content of the file, or undefined if it is missing or unreadable. */
export function readClaim<Content extends object>(path: string): (Owner & Content) | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Owner & Content;
  } catch {
    return undefined;
  }
}

/** True if the same process that wrote the claim is still running. */
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

/**
 * Creates a file together with its content, by a link. A file that is first created and then written could be read
 * while it is empty. Returns false if the file exists.
 */
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

/**
 * Removes a file whose owner is dead. Only one process at a time checks and removes; otherwise one could remove a file
 * that another has just claimed.
 */
function removeStale<Content extends object>(path: string, isHeld: (content: Owner & Content) => boolean): void {
  const mutex = `${path}.recovering`;
  try {
    mkdirSync(mutex);
  } catch {
    // Another process is removing the file, which takes milliseconds; if it died meanwhile, its lock is ignored.
    try {
      if (Date.now() - statSync(mutex).mtimeMs > 5_000) rmdirSync(mutex);
    } catch {
      // The other process has finished.
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

/**
 * Returns the start time of the process with this pid, by which a reused pid is recognised. Null if the system does not
 * report it.
 */
export function processBegan(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      // Fields 3 and 22 are the state, and the start in ticks since boot. They are counted after the name in
      // parentheses, which may contain spaces.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      // This is a zombie: the process has ended, and its parent has not read the exit code yet.
      if (fields[0] === 'Z') return 'ended';
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
    } catch {
      return null;
    }
  }
  const { status, stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
