import { BadUserInputError } from '../common/errors.js';
import { isRecord } from '../common/json.js';
import { secretIn } from '../secrets/redact.js';
import { namespaceToken } from '../knowledge/facets.js';
import { type ExportedFile, linesOf, type Manifest } from './folder.js';
import { mayHave, type MovedLabel, movedLabel, NUMBERS } from './labels.js';
import {
  decode,
  isMovedType,
  isPart,
  type Key,
  MODEL_PROPERTIES,
  type NodeRecord,
  type PartRecord,
  type RelationshipRecord,
  VECTOR_PROPERTIES,
} from './records.js';

// Whoever wrote a folder may have written anything into it, with the hashes of that. All of an export that reaches the
// database goes through here: labels, types, names and values that an export of the service has, in the namespace into
// which it is imported.

/** How the lines of an export are read. */
export interface Reading {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Namespace into which the export is imported. */
  readonly namespace: string;
  /** Converts a line to the form it would have in an export of that namespace. */
  readonly moved: (line: string) => string;
}

/**
 * Yields the nodes of a file.
 *
 * @param problemOf a further reason to refuse a node
 * @throws BadUserInputError with file, line and reason for a line that no export of the service has, and for a file that
 *   was changed
 */
export function nodesOf(
  reading: Reading,
  file: ExportedFile,
  problemOf: (record: NodeRecord, moved: MovedLabel) => string | undefined = () => undefined,
): AsyncGenerator<NodeRecord> {
  const moved = movedOf(file);
  return recordsOf(
    reading,
    file,
    (read) => nodeOf(read, moved, reading),
    (record) => problemOf(record, moved),
  );
}

/** Yields the relationships of a file; see {@link nodesOf}. */
export function relationshipsOf(
  reading: Reading,
  file: ExportedFile,
  problemOf: (record: RelationshipRecord) => string | undefined = () => undefined,
): AsyncGenerator<RelationshipRecord> {
  const moved = movedOf(file);
  return recordsOf(reading, file, (read) => relationshipOf(read, moved, reading), problemOf);
}

/**
 * Reads all files once, so that nothing is written of an export that an import would refuse. Keeps the names of all nodes
 * in memory.
 *
 * @throws BadUserInputError as {@link nodesOf}, also for what must be unique and is there twice, and for a relationship
 *   of a node that the export does not have
 */
export async function assertWhole(reading: Reading): Promise<void> {
  const { files } = reading.manifest;
  const held = new Set<string>();
  const taken = new Set<string>();
  const twice = (names: readonly string[], all: Set<string>) => {
    const found = names.find((name) => all.has(name));
    for (const name of names) all.add(name);
    return found === undefined ? undefined : `the export has ${found.replace('\n', ' ')} twice`;
  };
  for (const file of files.filter(({ holds }) => holds === 'nodes')) {
    const nodes = nodesOf(
      reading,
      file,
      (record, moved) => twice([nameOf(file.label, record.key)], held) ?? twice(uniquesOf(moved, record), taken),
    );
    await readAll(nodes);
  }
  for (const file of files.filter(({ holds }) => holds === 'relationships')) {
    const relationships = relationshipsOf(reading, file, ({ from, type, to, properties }) => {
      const lacking = [nameOf(file.label, from), nameOf(to[0], to.slice(1))].find((name) => !held.has(name));
      if (lacking) return `the export has no ${lacking.replace('\n', ' ')}`;
      return UNIQUE_BY_KEY.includes(type) ? twice([nameOf(type, [String(properties['key'])])], taken) : undefined;
    });
    await readAll(relationships);
  }
}

async function readAll(records: AsyncGenerator): Promise<void> {
  while (!(await records.next()).done);
}

/** Types of relationships whose key must be unique in a namespace. */
const UNIQUE_BY_KEY = ['LINK', 'WAS_LINK'];

export function nameOf(label: string, key: Key): string {
  return `${label}\n${JSON.stringify(key)}`;
}

/** Names of what must be unique in a namespace besides the key of a node. */
export function uniquesOf({ label, alsoUnique }: MovedLabel, { labels, properties }: NodeRecord): string[] {
  const named = (of: string, names: readonly string[]) => {
    const values = names.map((name) => properties[name]);
    return values.includes(undefined) ? [] : [`${of}\n${JSON.stringify(values)}`];
  };
  return [
    ...(alsoUnique ? named(label, alsoUnique) : []),
    ...(labels.includes('Knowledge') ? named('Knowledge', ['ref']) : []),
  ];
}

function movedOf({ file, label }: ExportedFile): MovedLabel {
  const moved = movedLabel(label);
  if (!moved) throw refused(`${file} has nodes that no export has`);
  return moved;
}

async function* recordsOf<Read>(
  { folder, moved }: Reading,
  file: ExportedFile,
  parse: (read: unknown) => Read,
  problemOf: (record: Read) => string | undefined,
): AsyncGenerator<Read> {
  let refusal: Error | undefined;
  let number = 0;
  for await (const line of linesOf(folder, file)) {
    number += 1;
    // The rest is read to find out whether the file was changed, which says more.
    if (refusal) continue;
    let record: Read;
    try {
      record = parse(JSON.parse(moved(line)));
      const problem = problemOf(record);
      if (problem !== undefined) throw new SyntaxError(problem);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      refusal = refused(`${file.file}, line ${number}: ${reason}`);
      continue;
    }
    yield record;
  }
  if (refusal) throw refusal;
}

function refused(message: string): BadUserInputError {
  return BadUserInputError.of('folder', 'isExport', message);
}

// ───────────────────────────── records ─────────────────────────────

function nodeOf(read: unknown, moved: MovedLabel, { namespace, manifest }: Reading): NodeRecord {
  const { key, labels, properties, parts = [] } = fieldsOf(read, ['key', 'labels', 'properties'], ['parts']);
  if (!isTexts(labels) || !labels.includes(moved.label) || new Set(labels).size < labels.length) {
    throw new SyntaxError(`a node in this file has the label ${moved.label}, and each only once`);
  }
  const other = labels.find((label) => !mayHave(moved, label));
  if (other !== undefined) throw new SyntaxError(`no export has a ${moved.label} with the label ${other}`);
  if (!isRecord(properties)) throw new SyntaxError('properties are an object');
  const { properties: decoded } = decode(properties, namespace);
  if (!isKey(key, moved)) throw new SyntaxError(`its key is not that of a ${moved.label}`);
  // A key is how others are found, so that nothing can be cut out of it.
  if (key.some((part) => typeof part === 'string' && secretIn(part) !== undefined)) {
    throw new SyntaxError('its key holds what looks like a secret');
  }
  const differs = moved.key.find((name, at) => decoded[name] !== key[at]);
  if (differs !== undefined) throw new SyntaxError(`its key has another ${differs} than its properties`);
  for (const name of moved.key) {
    if (NUMBERS.has(name) !== isRecord(properties[name])) throw new SyntaxError(`${name} is of another type`);
  }
  assertTokens(decoded, namespace);
  assertVectors(decoded, manifest);
  if (!Array.isArray(parts)) throw new SyntaxError('parts are a list');
  const own = parts.map((part) => partOf(part, moved, namespace));
  return { key, labels, properties, ...(own.length > 0 && { parts: own }) };
}

function partOf(read: unknown, moved: MovedLabel, namespace: string): PartRecord {
  const { type, labels, properties } = fieldsOf(read, ['type', 'labels', 'properties']);
  if (typeof type !== 'string' || !isTexts(labels) || !isPart(moved, type, labels)) {
    throw new SyntaxError(`no export has a ${moved.label} with a part ${JSON.stringify(labels)} by ${String(type)}`);
  }
  if (!isRecord(properties)) throw new SyntaxError('properties are an object');
  decode(properties, namespace, true);
  return { type, labels, properties };
}

function relationshipOf(read: unknown, moved: MovedLabel, { namespace }: Reading): RelationshipRecord {
  const { from, type, to, properties } = fieldsOf(read, ['from', 'type', 'to', 'properties']);
  if (typeof type !== 'string' || !isMovedType(type)) {
    throw new SyntaxError(`no export has a relationship ${String(type)}`);
  }
  if (!isKey(from, moved)) throw new SyntaxError(`from is no key of a ${moved.label}`);
  const [label, ...key] = Array.isArray(to) ? (to as unknown[]) : [];
  const end = typeof label === 'string' ? movedLabel(label) : undefined;
  if (!end || !isKey(key, end)) throw new SyntaxError(`no export has a relationship to ${JSON.stringify(to)}`);
  if (!isRecord(properties)) throw new SyntaxError('properties are an object');
  decode(properties, namespace, true);
  return { from, type, to: [end.label, ...key], properties };
}

function fieldsOf(read: unknown, names: readonly string[], optional: readonly string[] = []): Record<string, unknown> {
  if (!isRecord(read)) throw new SyntaxError('it is no record');
  const missing = names.find((name) => !Object.hasOwn(read, name));
  if (missing !== undefined) throw new SyntaxError(`it has no ${missing}`);
  const other = Object.keys(read).find((name) => !names.includes(name) && !optional.includes(name));
  if (other !== undefined) throw new SyntaxError(`no export has ${other} here`);
  return read;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isKey(value: unknown, moved: MovedLabel): value is Key {
  return (
    Array.isArray(value) &&
    value.length === moved.key.length &&
    moved.key.every((name, at) => (NUMBERS.has(name) ? Number.isSafeInteger(value[at]) : typeof value[at] === 'string'))
  );
}

/** Searches of a namespace find nodes by tokens of its name in these properties, in the indexes of all namespaces. */
const TOKENS: readonly (readonly [property: string, pattern: RegExp, tokenOf: (namespace: string) => string])[] = [
  ['facets', /n[0-9a-f]{64}0/g, namespaceToken],
  ['nameScopes', /n[0-9a-f]{64}0/g, namespaceToken],
  ['nameWords', /_n[0-9a-f]{16}/g, wordsToken],
];

/** The token of a namespace among the words of a text (src/mentions/known-names.ts). */
export function wordsToken(namespace: string): string {
  return `_${namespaceToken(namespace).slice(0, 17)}`;
}

function assertTokens(properties: Readonly<Record<string, unknown>>, namespace: string): void {
  for (const [name, pattern, tokenOf] of TOKENS) {
    // The indexes turn capitals into small letters.
    const tokens = JSON.stringify(properties[name] ?? '')
      .toLowerCase()
      .match(pattern);
    if (tokens?.some((token) => token !== tokenOf(namespace))) {
      throw new SyntaxError(`its ${name} are those of another namespace`);
    }
  }
}

function assertVectors(properties: Readonly<Record<string, unknown>>, { vectors }: Manifest): void {
  const dimensions = vectors?.dimensions ?? null;
  for (const name of VECTOR_PROPERTIES) {
    const values = properties[name] ?? [];
    const isVector = Array.isArray(values) && values.every((value) => typeof value === 'number');
    if (!isVector || (values.length > 0 && dimensions !== null && values.length !== dimensions)) {
      throw new SyntaxError(`its ${name} is no vector of the model of the export`);
    }
  }
  for (const name of MODEL_PROPERTIES) {
    if (!['string', 'undefined'].includes(typeof properties[name])) throw new SyntaxError(`its ${name} is no name`);
  }
}
