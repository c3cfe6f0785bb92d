import { compare } from '../common/text.js';
import type { Entry, NodeRow, RelationshipRow, WrittenProperties } from './moving.statements.js';
import { movedLabelOf } from './labels.js';

/**
 * An encoded value in a line of an export. Texts, booleans, floats and lists of them are written as in JSON. `{"$int":
 * 3}` stands for integers and lists of them, `{"$time": "2026-01-31T12:00:00.000Z"}` for times and lists of them, and
 * `{"$namespace": true}` for the name of the namespace.
 */
type Encoded = unknown;

export type Key = readonly (string | number)[];

/** A line of a node file. */
export interface NodeRecord {
  readonly key: Key;
  /** All labels of the node, sorted. */
  readonly labels: readonly string[];
  readonly properties: Readonly<Record<string, Encoded>>;
  readonly parts?: readonly PartRecord[];
}

export interface PartRecord {
  readonly type: string;
  readonly labels: readonly string[];
  readonly properties: Readonly<Record<string, Encoded>>;
}

/** A line of a relationship file, which contains those that start at the nodes of one label. */
export interface RelationshipRecord {
  readonly from: Key;
  readonly type: string;
  /** Label and key of the end node. */
  readonly to: readonly [string, ...(string | number)[]];
  readonly properties: Readonly<Record<string, Encoded>>;
}

export const VECTOR_PROPERTIES = ['embedding0', 'embedding1'] as const;
export const MODEL_PROPERTIES = ['model0', 'model1'] as const;

export function nodeRecord({ key, labels, entries, parts }: NodeRow): NodeRecord {
  const hanging = parts.map((part) => ({
    type: part.type,
    labels: [...part.labels].sort(),
    properties: encoded(part.entries, true),
  }));
  const sorted = hanging.map((part) => [JSON.stringify(part), part] as const).sort(byFirst);
  return {
    key,
    // Nodes have this label only during an import.
    labels: labels.filter((label) => label !== 'Staged').sort(),
    properties: encoded(entries),
    ...(sorted.length > 0 && { parts: sorted.map(([, part]) => part) }),
  };
}

/** Converts a relationship to its record; undefined for a relationship to a node that is not exported. */
export function relationshipRecord(
  from: Key,
  { type, labels, entries, other }: RelationshipRow,
): RelationshipRecord | undefined {
  const moved = movedLabelOf(labels);
  if (!moved) return undefined;
  const key = moved.key.map((name) => other[name]);
  if (key.some((part) => part === null || part === undefined)) return undefined;
  return { from, type, to: [moved.label, ...(key as Key)], properties: encoded(entries, true) };
}

/**
 * @param keepsNamespace true if the namespace property is written; it is left out for nodes with a key, which all have
 *   it
 */
function encoded(entries: readonly Entry[], keepsNamespace = false): Record<string, Encoded> {
  return Object.fromEntries(
    [...entries].sort(byFirst).flatMap(([name, value, type]): [string, Encoded][] => {
      if (name === 'namespace') return keepsNamespace ? [[name, { $namespace: true }]] : [];
      return [[name, encode(value, type)]];
    }),
  );
}

function byFirst(a: readonly [string, ...unknown[]], b: readonly [string, ...unknown[]]): number {
  return compare(a[0], b[0]);
}

/** @throws Error for a type that the service does not store */
function encode(value: unknown, type: string): Encoded {
  const [, element] = /^(?:LIST<)?(INTEGER|FLOAT|STRING|BOOLEAN|ZONED DATETIME|NOTHING)\b/.exec(type) ?? [];
  switch (element) {
    case 'INTEGER':
      return { $int: value };
    case 'ZONED DATETIME':
      return { $time: Array.isArray(value) ? value.map(timeText) : timeText(value) };
    case 'FLOAT':
      if ([value].flat().every((number) => Number.isFinite(number))) return value;
      throw new Error('A number that is none cannot be exported');
    case undefined:
      throw new Error(`A value of the type ${type} cannot be exported`);
    default:
      return value;
  }
}

function timeText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  throw new Error('A moment came as something else');
}

/** Decodes the properties of a line for a namespace. @throws SyntaxError for a value that no export writes */
export function decode(properties: Readonly<Record<string, Encoded>>, namespace: string): WrittenProperties {
  const written: Record<string, unknown> = {};
  const integers: string[] = [];
  const integerLists: string[] = [];
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      written[name] = value;
    } else if ('$int' in value) {
      (Array.isArray(value.$int) ? integerLists : integers).push(name);
      written[name] = value.$int;
    } else if ('$time' in value) {
      const { $time } = value;
      written[name] = Array.isArray($time) ? $time.map(timeOf) : timeOf($time);
    } else if ('$namespace' in value) {
      written[name] = namespace;
    } else {
      throw new SyntaxError(`The value of ${name} is none that an export writes`);
    }
  }
  return { properties: written, integers, integerLists };
}

function timeOf(text: unknown): Date {
  const time = new Date(typeof text === 'string' ? text : NaN);
  if (Number.isNaN(time.getTime())) throw new SyntaxError(`${String(text)} is no moment`);
  return time;
}
