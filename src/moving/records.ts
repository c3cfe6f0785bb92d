import { isRecord } from '../common/json.js';
import { compare } from '../common/text.js';
import { mayHave, type MovedLabel, movedLabelOf, PART_LABELS, type PartLabel } from './labels.js';
import type { Entry, NodeRow, RelationshipRow, WrittenProperties } from './moving.statements.js';
import { isStoredProperty, isStoredType } from './names.js';

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

/**
 * Properties that only tell which labels and properties show others (src/entities/shown). They are not exported: an import
 * marks entities and relations instead, so that the service shows them.
 */
export const SHOWN_PROPERTIES = ['shownLabels', 'shownNames', 'shownProperties', 'shownTypes', 'unshown'] as const;

/** The mark of an imported node of this label, or relationship of this type. */
export function unshownMark(labelOrType: string): { readonly unshown?: 'STORED' } {
  return ['Entity', 'LINK', 'WAS_LINK'].includes(labelOrType) ? { unshown: 'STORED' } : {};
}

export const VECTOR_PROPERTIES = ['embedding0', 'embedding1'] as const;
export const MODEL_PROPERTIES = ['model0', 'model1'] as const;

/**
 * Converts a node to its record.
 *
 * @param foreign collects the names of what is left out because the service does not store it: somebody else gave it to
 *   the node
 */
export function nodeRecord(
  { key, labels, entries, parts }: NodeRow,
  moved: MovedLabel,
  foreign = new Set<string>(),
): NodeRecord {
  const hanging = parts.flatMap((part) => {
    const labels = [...part.labels].sort();
    if (!isPart(moved, part.type, labels)) {
      foreign.add(`node ${labels.join(':')}`);
      return [];
    }
    return [{ type: part.type, labels, properties: encoded(part.entries, foreign, true) }];
  });
  const sorted = hanging.map((part) => [JSON.stringify(part), part] as const).sort(byFirst);
  // Nodes have this label only during an import.
  const stored = labels.filter((label) => label !== 'Staged');
  for (const label of stored) if (!mayHave(moved, label)) foreign.add(`label ${label}`);
  return {
    key,
    labels: stored.filter((label) => mayHave(moved, label)).sort(),
    properties: encoded(entries, foreign),
    ...(sorted.length > 0 && { parts: sorted.map(([, part]) => part) }),
  };
}

/** Whether a node in the file of `moved` may have a part with these labels, attached by this type of relationship. */
export function isPart({ label: own }: MovedLabel, type: string, labels: readonly string[]): boolean {
  const [label] = labels;
  const isIt = (part: PartLabel) => part.of.includes(own) && part.type === type && part.label === label;
  return labels.length === 1 && PART_LABELS.some(isIt);
}

/**
 * Converts a relationship to its record; undefined for a relationship to a node that is not exported.
 *
 * @param foreign as in {@link nodeRecord}
 */
export function relationshipRecord(
  from: Key,
  { type, labels, entries, other }: RelationshipRow,
  foreign = new Set<string>(),
): RelationshipRecord | undefined {
  const moved = movedLabelOf(labels);
  if (!moved) return undefined;
  const key = moved.key.map((name) => other[name]);
  if (key.some((part) => part === null || part === undefined)) return undefined;
  if (!isMovedType(type)) {
    foreign.add(`relationship ${type}`);
    return undefined;
  }
  return { from, type, to: [moved.label, ...(key as Key)], properties: encoded(entries, foreign, true) };
}

/** Whether the service stores relationships of this type between nodes that have a key. */
export function isMovedType(type: string): boolean {
  return isStoredType(type) && !PART_LABELS.some((part) => part.type === type);
}

/** Properties that an export leaves out. */
const NOT_MOVED: readonly string[] = ['staged', ...SHOWN_PROPERTIES];

function isMovedProperty(name: string): boolean {
  return isStoredProperty(name) && !NOT_MOVED.includes(name);
}

/**
 * @param keepsNamespace true if the namespace property is written; it is left out for nodes with a key, which all have
 *   it
 */
function encoded(entries: readonly Entry[], foreign: Set<string>, keepsNamespace = false): Record<string, Encoded> {
  return Object.fromEntries(
    [...entries].sort(byFirst).flatMap(([name, value, type]): [string, Encoded][] => {
      if (name === 'namespace') return keepsNamespace ? [[name, { $namespace: true }]] : [];
      if (isMovedProperty(name)) return [[name, encode(value, type)]];
      foreign.add(`property ${name}`);
      return [];
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

/**
 * Decodes the properties of a line for a namespace.
 *
 * @param keepsNamespace as in an export: true for parts and relationships
 * @throws SyntaxError for a property that the service does not store, and for a value that no export writes
 */
export function decode(
  properties: Readonly<Record<string, Encoded>>,
  namespace: string,
  keepsNamespace = false,
): WrittenProperties {
  const written: Record<string, unknown> = {};
  const integers: string[] = [];
  const integerLists: string[] = [];
  for (const [name, value] of Object.entries(properties)) {
    const [form, inner] = formOf(value);
    const isNamespace = name === 'namespace';
    if (isNamespace ? !keepsNamespace : !isMovedProperty(name)) {
      throw new SyntaxError(`no export has a property ${name} here`);
    }
    if (isNamespace !== (form === '$namespace') || !isOfForm(form, inner)) {
      throw new SyntaxError(`the value of ${name} is none that an export writes`);
    }
    if (form === '$int') (Array.isArray(inner) ? integerLists : integers).push(name);
    written[name] = decodedAs(form, inner, namespace);
  }
  return { properties: written, integers, integerLists };
}

/** A value without its form; the form of values that stand for themselves is the empty string. */
function formOf(value: Encoded): readonly [form: string, inner: unknown] {
  if (!isRecord(value)) return ['', value];
  const [[form, inner] = ['none', null], ...more] = Object.entries(value);
  return more.length > 0 || form === '' ? ['none', null] : [form, inner];
}

/** Neo4j stores lists only of values of one type. */
function isOfForm(form: string, inner: unknown): boolean {
  const values: readonly unknown[] = Array.isArray(inner) ? inner : [inner];
  switch (form) {
    case '':
      return ['string', 'boolean', 'number'].some((type) =>
        values.every((value) => typeof value === type && (type !== 'number' || Number.isFinite(value))),
      );
    case '$int':
      return values.every(Number.isSafeInteger);
    case '$time':
      return values.every((value) => typeof value === 'string' && isTime(value));
    case '$namespace':
      return inner === true;
    default:
      return false;
  }
}

function isTime(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}

function decodedAs(form: string, inner: unknown, namespace: string): unknown {
  if (form === '$namespace') return namespace;
  if (form !== '$time') return inner;
  const times = inner as string | readonly string[];
  return typeof times === 'string' ? new Date(times) : times.map((time) => new Date(time));
}
