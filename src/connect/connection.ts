import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entriesOf, hasEntries, HOOK_FILE, pluginOf, withEntries, withoutEntries } from './entries.js';
import type { HookSettings } from './hook.js';
import { recordName } from './places.js';
import type { Client } from './reduce/steps.js';

/** What a settings file was before we wrote it, kept with mode 600. */
interface Kept {
  readonly file: string;
  /** The bytes in base64; null if there was no file. */
  readonly original: string | null;
  /** SHA-256 of the bytes that we wrote. */
  readonly written: string;
  /** Folders that we made for the file, the innermost first. */
  readonly folders: readonly string[];
}

/** A change of one file that has not been made yet. */
export interface Change {
  readonly file: string;
  /** Null if there is no file. */
  readonly before: string | null;
  readonly after: string | null;
  apply(): void;
}

/** The connection of one client through one settings file. It needs no running service. */
export class Connection {
  private readonly record: string;

  /**
   * @param file settings file of the client, or its plugin
   * @param own folder of what we keep: the file that hooks run, and records of settings files
   * @param bundle the file that hooks run, as it was built
   */
  constructor(
    private readonly client: Client,
    private readonly file: string,
    private readonly own: string,
    private readonly bundle = fileURLToPath(new URL(`../../dist/connect/${HOOK_FILE}`, import.meta.url)),
  ) {
    this.record = join(own, recordName(client, file));
  }

  /** @throws Error when the settings file cannot be read as such */
  connect(settings: HookSettings): Change {
    const now = bytesOf(this.file);
    const kept = this.kept();
    const base = this.withoutOurs(now, kept);
    const hookFile = join(this.own, HOOK_FILE);
    const after =
      this.client === 'opencode'
        ? pluginOf(settings, hookFile)
        : withEntries(base?.toString('utf8') ?? '', entriesOf(settings, hookFile));
    return this.change(now, after, () => {
      const folders = [...(kept?.folders ?? []), ...makeFolders(dirname(this.file))];
      makeFolders(this.own);
      chmodSync(this.own, 0o700);
      copyFileSync(this.bundle, hookFile);
      const original = base?.toString('base64') ?? null;
      // Before the settings, so that no written file is without its record.
      writeSafely(
        this.record,
        JSON.stringify({ file: this.file, original, written: hashOf(after), folders } satisfies Kept),
        0o600,
      );
      writeSafely(this.file, after);
    });
  }

  /** @returns undefined if nothing of ours is there */
  disconnect(): Change | undefined {
    const now = bytesOf(this.file);
    const kept = this.kept();
    if (!kept && !this.isConnected()) return undefined;
    const base = this.withoutOurs(now, kept);
    return this.change(now, base?.toString('utf8') ?? null, () => {
      if (base) writeSafely(this.file, base);
      else rmSync(this.file, { force: true });
      rmSync(this.record, { force: true });
      if (!base) kept?.folders.forEach(removeIfEmpty);
      // The last client takes the file that hooks run with it.
      if (existsSync(this.own) && !readdirSync(this.own).some((name) => name.endsWith('.json'))) {
        rmSync(join(this.own, HOOK_FILE), { force: true });
        removeIfEmpty(this.own);
        removeIfEmpty(dirname(this.own));
      }
    });
  }

  /** Whether the settings file holds something of ours; false if it cannot be read. */
  isConnected(): boolean {
    const now = bytesOf(this.file)?.toString('utf8');
    if (now === undefined) return false;
    if (this.client === 'opencode') return now.includes(HOOK_FILE);
    try {
      return hasEntries(now, this.client);
    } catch {
      return false;
    }
  }

  /** Whether the file is as we wrote it. */
  isUnchanged(): boolean {
    const now = bytesOf(this.file);
    return now !== undefined && this.kept()?.written === hashOf(now);
  }

  /** The bytes that were there before, if the file is as we wrote it; else what is there, without our entries. */
  private withoutOurs(now: Buffer | undefined, kept: Kept | undefined): Buffer | undefined {
    if (now !== undefined && kept?.written === hashOf(now)) {
      return kept.original === null ? undefined : Buffer.from(kept.original, 'base64');
    }
    // A plugin file has nothing but ours.
    if (now === undefined || this.client === 'opencode') return undefined;
    const text = withoutEntries(now.toString('utf8'), this.client);
    // We made the file, and nobody added anything to it.
    return kept?.original === null && /^\s*\{\s*\}\s*$/u.test(text) ? undefined : Buffer.from(text, 'utf8');
  }

  private change(now: Buffer | undefined, after: string | null, apply: () => void): Change {
    return { file: this.file, before: now?.toString('utf8') ?? null, after, apply };
  }

  private kept(): Kept | undefined {
    try {
      return JSON.parse(readFileSync(this.record, 'utf8')) as Kept;
    } catch {
      return undefined;
    }
  }
}

function bytesOf(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined;
}

const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/** @returns the folders that were not there, the innermost first */
function makeFolders(folder: string): string[] {
  const made: string[] = [];
  for (let at = folder; !existsSync(at); at = dirname(at)) made.push(at);
  mkdirSync(folder, { recursive: true });
  return made;
}

function removeIfEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Replaces a file at once, and keeps its mode. */
function writeSafely(file: string, content: string | Buffer, mode?: number): void {
  const temporary = `${file}.heartwood-${process.pid}`;
  const kept = mode ?? (existsSync(file) ? statSync(file).mode & 0o777 : undefined);
  writeFileSync(temporary, content, { mode: kept ?? 0o644 });
  if (kept !== undefined) chmodSync(temporary, kept);
  renameSync(temporary, file);
}
