import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isNamespace } from '../common/caller.js';
import { BadUserInputError, ConflictError } from '../common/errors.js';
import { sha256 } from '../common/hash.js';
import { isRecord } from '../common/json.js';
import { movedLabel } from './labels.js';

/** Version of the file format. A later version must describe its changes and still read this one. */
const FORMAT = 1;
const MANIFEST = 'manifest.json';

export interface ExportedFile {
  readonly file: string;
  /** Label of the moved nodes, or of the start nodes of the moved relationships. */
  readonly label: string;
  readonly holds: 'nodes' | 'relationships';
  readonly lines: number;
  readonly sha256: string;
}

/** Describes the vectors of an export. All come from one model, which was active in the given slot. */
export interface ExportedVectors {
  readonly slot: number;
  readonly model: string;
  readonly dimensions: number | null;
}

export interface Manifest {
  readonly format: number;
  /** Release of the service that wrote the export. */
  readonly release: string;
  /** Name of its last schema file. */
  readonly schema: string;
  /** Names of the data migrations, all of which had ended. */
  readonly migrations: readonly string[];
  readonly namespace: string;
  readonly vectors: ExportedVectors | null;
  /** Files in import order. */
  readonly files: readonly ExportedFile[];
  /** SHA-256 of `files` as JSON. */
  readonly hash: string;
}

export function manifestOf(rest: Omit<Manifest, 'format' | 'hash'>): Manifest {
  return { format: FORMAT, ...rest, hash: sha256(JSON.stringify(rest.files)) };
}

/** Creates the folder of an export. @throws ConflictError when the folder is not empty */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0) throw new ConflictError(`${folder} is not empty`);
}

/** Written last: a folder without a manifest is no export. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
}

/**
 * Writes records as lines, buffering no more than the file accepts at once. The file is created with the first line.
 */
export class LineFile {
  private stream: ReturnType<typeof createWriteStream> | undefined;
  private readonly hash: Hash = createHash('sha256');
  private lines = 0;
  private failure: Error | undefined;

  constructor(
    private readonly folder: string,
    private readonly about: Pick<ExportedFile, 'label' | 'holds'>,
  ) {}

  async write(record: object): Promise<void> {
    if (this.failure) throw this.failure;
    if (!this.stream) {
      this.stream = createWriteStream(join(this.folder, this.file), { mode: 0o600, flags: 'wx' });
      this.stream.on('error', (error) => (this.failure = error));
    }
    const line = `${JSON.stringify(record)}\n`;
    this.hash.update(line);
    this.lines += 1;
    if (!this.stream.write(line)) await once(this.stream, 'drain');
  }

  /** @returns undefined when no line was written */
  async end(): Promise<ExportedFile | undefined> {
    if (!this.stream) return undefined;
    this.stream.end();
    if (!this.failure) await once(this.stream, 'finish');
    if (this.failure) throw this.failure;
    return { file: this.file, ...this.about, lines: this.lines, sha256: this.hash.digest('hex') };
  }

  private get file(): string {
    const { label, holds } = this.about;
    return holds === 'nodes' ? `${label}.jsonl` : `${label}.relationships.jsonl`;
  }
}

function refused(message: string): BadUserInputError {
  return BadUserInputError.of('folder', 'isExport', message);
}

/** @throws BadUserInputError when the folder has no manifest, or an invalid one */
export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) {
    throw refused(`${folder} is no export: it has no ${MANIFEST}, which is written when all else is there`);
  }
  let read: Partial<Manifest> | null;
  try {
    read = JSON.parse(readFileSync(path, 'utf8')) as Partial<Manifest> | null;
  } catch (error) {
    throw refused(`${path} is not JSON: ${String(error)}`);
  }
  if (typeof read?.format !== 'number') throw refused(`${path} says no format`);
  if (read.format > FORMAT) {
    throw refused(
      `${path} has the format ${read.format} of release ${String(read.release)}; this release reads up to ${FORMAT}`,
    );
  }
  if (!isManifest(read)) throw refused(`${path} is none that an export writes`);
  if (sha256(JSON.stringify(read.files)) !== read.hash) throw refused(`${path} was changed since`);
  return read;
}

function isManifest(read: Partial<Manifest>): read is Manifest {
  const { vectors } = read;
  return (
    isNamespace(read.namespace) &&
    typeof read.release === 'string' &&
    typeof read.schema === 'string' &&
    typeof read.hash === 'string' &&
    Array.isArray(read.migrations) &&
    read.migrations.every((name) => typeof name === 'string') &&
    (vectors === null ||
      (isRecord(vectors) &&
        typeof vectors.model === 'string' &&
        Number.isSafeInteger(vectors.slot) &&
        (vectors.dimensions === null || Number.isSafeInteger(vectors.dimensions)))) &&
    Array.isArray(read.files) &&
    read.files.every(isFile)
  );
}

/** A file's name is derived from its label, so that no manifest can refer to files outside the folder. */
function isFile(read: unknown): boolean {
  if (!isRecord(read) || typeof read['label'] !== 'string' || !movedLabel(read['label'])) return false;
  const { file, label, holds, lines, sha256 } = read;
  const ofRelationships = holds === 'relationships' && file === `${label}.relationships.jsonl`;
  return (
    (ofRelationships || (holds === 'nodes' && file === `${label}.jsonl`)) &&
    Number.isSafeInteger(lines) &&
    typeof sha256 === 'string'
  );
}

/**
 * Yields the lines of a file and finally checks them against the manifest. @throws BadUserInputError when they differ
 */
export async function* linesOf(folder: string, expected: ExportedFile): AsyncGenerator<string> {
  const { file } = expected;
  if (!existsSync(join(folder, file))) throw refused(`${file} of the export is missing`);
  const hash = createHash('sha256');
  let lines = 0;
  const input = createReadStream(join(folder, file), 'utf8');
  let rest = '';
  for await (const part of input as AsyncIterable<string>) {
    hash.update(part);
    // The lines are not read with readline, which also splits them at other characters that texts may contain.
    const found = (rest + part).split('\n');
    rest = found.pop() ?? '';
    lines += found.length;
    yield* found;
  }
  if (rest !== '') lines += 1; // The last line was truncated.
  if (lines !== expected.lines || hash.digest('hex') !== expected.sha256) {
    throw refused(`${file} was changed since it was exported: the manifest has another hash of it`);
  }
}
