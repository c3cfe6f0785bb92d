import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { CommandFailure } from './failure.js';
import { jsonErrorPosition } from './json-position.js';

/**
 * Reads a catalog: a JSON list of records.
 *
 * @throws CommandFailure with the file name and the position of the JSON error
 */
export function readCatalogFile(file: string): unknown[] {
  const catalog = readJsonFile(file);
  if (!Array.isArray(catalog)) throw new CommandFailure(`${file} must contain a JSON list of records`);
  // Null is replaced, because GraphQL's type of the list does not allow it, and the service would refuse the whole
  // batch.
  return catalog.map((record: unknown) => record ?? 'null');
}

/** @throws CommandFailure with the file name and the position of the JSON error */
export function readJsonFile(file: string): unknown {
  const text = readTextFile(file);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const { line, column } = jsonErrorPosition(text) ?? { line: 1, column: 1 };
    throw new CommandFailure(`${file}:${line}:${column} is not JSON: ${whatStandsAt(text, line, column)}`);
  }
}

/** Reads a text without the byte order mark that some editors add. @throws CommandFailure when it cannot be read */
export function readTextFile(file: string): string {
  return readText(file).replace(/^\uFEFF/, '');
}

/**
 * As {@link readTextFile}, for formats that are always UTF-8.
 *
 * @throws CommandFailure also for another encoding, whose letters would be replaced without a notice
 */
export function readUtf8File(file: string): string {
  const bytes = readBytes(file);
  if (!isUtf8(bytes)) throw new CommandFailure(`${file} is not UTF-8; convert it first`);
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

function readText(file: string): string {
  return readBytes(file).toString('utf8');
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') throw new CommandFailure(`${file} does not exist`);
    if (code === 'EISDIR') throw new CommandFailure(`${file} is a folder; a file is needed`);
    throw new CommandFailure(`${file} cannot be read: ${(error as Error).message}`);
  }
}

const SHOWN = 30;

function whatStandsAt(text: string, line: number, column: number): string {
  const rest = [...(text.split('\n')[line - 1] ?? '')]
    .slice(column - 1)
    .join('')
    .trim();
  if (rest === '') return 'it ends too early, or the line does';
  return `unexpected ${JSON.stringify(rest.length > SHOWN ? `${rest.slice(0, SHOWN)}…` : rest)}`;
}

/** Consecutive records of a catalog file that one request imports. */
export interface Batch {
  /** Index of each record in the file. */
  readonly indexes: readonly number[];
  readonly records: readonly unknown[];
}

/** Limits of one import request: bytes of its JSON, and number of records. */
export interface BatchLimits {
  readonly maxBytes: number;
  readonly maxRecords: number;
}

/**
 * Splits a catalog into requests. A record larger than the limit is sent alone.
 *
 * @param cannotBeSent called with the index of each record that is nested too deeply to be serialised
 */
export function* batchesOf(
  records: readonly unknown[],
  { maxBytes, maxRecords }: BatchLimits,
  cannotBeSent: (index: number) => void,
): Generator<Batch> {
  let indexes: number[] = [];
  let bytes = 0;
  const batch = () => ({ indexes, records: indexes.map((index) => records[index]) });
  for (const [index, record] of records.entries()) {
    const size = bytesOf(record);
    if (size === undefined) {
      cannotBeSent(index);
      continue;
    }
    if (indexes.length > 0 && (bytes + size > maxBytes || indexes.length === maxRecords)) {
      yield batch();
      indexes = [];
      bytes = 0;
    }
    indexes.push(index);
    bytes += size;
  }
  if (indexes.length > 0) yield batch();
}

function bytesOf(record: unknown): number | undefined {
  try {
    return Buffer.byteLength(JSON.stringify(record)) + 1;
  } catch (error) {
    if (error instanceof RangeError) return undefined; // JSON.parse can read a deeper nesting than JSON.stringify can write.
    throw error;
  }
}
