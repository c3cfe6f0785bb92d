import { isRecord } from '../../common/json.js';
import { compare } from '../../common/text.js';
import { RESERVED_LABELS, RESERVED_PROPERTIES } from './reserved.js';

// Entities and relations store their properties as JSON, from which the service reads them. For analysts, who query the
// graph with Cypher, scalar properties are stored again as properties of their own, and the type of an entity as a
// label. Pure functions.

/** Maximum numbers per namespace, since a database never forgets a name, and characters of one name. */
export const SHOWN_LIMITS = { names: 1_000, labels: 200, characters: 100 } as const;

/** Properties as a statement takes them. The driver sends all numbers as floats. */
export interface ShownValues {
  readonly values: Readonly<Record<string, string | number | boolean>>;
  /** Names of values that are integers. */
  readonly integers: readonly string[];
}

/** The first names of a namespace, up to a maximum. */
export class Names {
  private readonly known: Set<string>;
  private added = false;

  constructor(
    known: readonly string[],
    private readonly most: number,
  ) {
    this.known = new Set(known);
  }

  /** Adds a name. @returns false if it is unknown and the maximum is reached */
  take(name: string): boolean {
    if (this.known.has(name)) return true;
    if (this.known.size >= this.most) return false;
    this.known.add(name);
    this.added = true;
    return true;
  }

  /** True if a name was added. */
  get isChanged(): boolean {
    return this.added;
  }

  /** All names, in the order in which they became known. */
  list(): string[] {
    return [...this.known];
  }
}

/**
 * The scalar properties of records. If several records have a property, the first of these records counts. Names that
 * the service uses itself are left out.
 *
 * @param records JSON objects; null: absent
 */
export function shownValues(records: readonly (string | null)[], names: Names): ShownValues {
  const values = new Map<string, string | number | boolean>();
  const integers: string[] = [];
  for (const record of records) {
    const properties: unknown = record === null ? null : JSON.parse(record);
    if (!isRecord(properties)) continue;
    for (const [name, value] of Object.entries(properties).sort(([a], [b]) => compare(a, b))) {
      if (values.has(name) || !isScalar(value) || !isShowable(name) || !names.take(name)) continue;
      values.set(name, value);
      if (Number.isSafeInteger(value)) integers.push(name);
    }
  }
  // A property may be named `__proto__`.
  return { values: Object.fromEntries(values), integers };
}

/**
 * Label that shows a type: letters, digits and `_` stay, any other characters become `_`.
 *
 * @returns null if nothing else is left
 */
export function labelOfType(type: string): string | null {
  const words = type
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  const label = [...words].slice(0, SHOWN_LIMITS.characters).join('');
  if (label === '') return null;
  // A name that begins with a digit would have to be quoted.
  if (/^[\p{N}\p{M}]/u.test(label)) return `_${label}`;
  return RESERVED_LABELS.has(label) ? `${label}_` : label;
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function isShowable(name: string): boolean {
  if (RESERVED_PROPERTIES.has(name) || name === '' || name.length > SHOWN_LIMITS.characters) return false;
  return !/\p{C}/u.test(name);
}
