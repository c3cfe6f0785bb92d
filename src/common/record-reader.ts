import { hasControlCharacters } from './caller.js';
import { isAbsent, isAtMostDeep, isRecord } from './json.js';
import { parseDateTime } from './scalars.js';
import type { SkippedRecord } from './skipped-record.js';
import { mapInTurns } from './turns.js';

// Reads JSON records from outside, thousands at a time and strictly: an invalid record is skipped and reported, the
// others are accepted. Reasons name rules and fields, never a value: a rejected value may be a secret.

/** An object from outside whose fields have not been checked yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** A rule that a record breaks. */
export interface RecordProblem {
  /** Path of the field in dots; null for the record as a whole. */
  readonly field: string | null;
  readonly reason: string;
}

/** Upper bounds of ids and JSON objects in imported records. */
export interface RecordLimits {
  /** Maximum number of characters of an id. */
  readonly id: number;
  /** Maximum number of characters of an object written as JSON. */
  readonly json: number;
  /** Maximum nesting depth of lists and objects. */
  readonly jsonDepth: number;
}

/** Bounds of a text field of an imported record. */
export interface TextBounds {
  /** Minimum length, default 0. If at least 1, blank text is rejected. */
  readonly min?: number;
  readonly max: number;
}

/** Reads the fields of one record and collects its problems. An invalid field is read as an empty value. */
export class RecordReader {
  private constructor(
    private readonly record: Fields,
    private readonly limits: RecordLimits,
    readonly problems: RecordProblem[],
    /** Prefix of each field's path. */
    private readonly path: string,
  ) {}

  /**
   * @param problems receives the problems that are found
   * @returns undefined when the value is not an object
   */
  static of(value: unknown, limits: RecordLimits, problems: RecordProblem[]): RecordReader | undefined {
    if (isRecord(value)) return new RecordReader(value, limits, problems, '');
    problems.push({ field: null, reason: 'the record must be an object' });
    return undefined;
  }

  /**
   * A reader for an object inside this record, at a path such as `kb_learnings.2`.
   *
   * @returns undefined when the value is not an object
   */
  inside(value: unknown, path: string): RecordReader | undefined {
    if (isRecord(value)) return new RecordReader(value, this.limits, this.problems, `${this.path}${path}.`);
    this.fail(path, 'must be an object');
    return undefined;
  }

  /** @param rule the rule, as it follows the field's name in the message */
  fail(field: string, rule: string): void {
    const path = `${this.path}${field}`;
    this.problems.push({ field: path, reason: `${path} ${rule}` });
  }

  /** The unchecked value. */
  value(field: string): unknown {
    return this.record[field];
  }

  /** Whether the field is present, even as null. */
  has(field: string): boolean {
    return Object.hasOwn(this.record, field);
  }

  /** Whether the field is left out or null. */
  lacks(field: string): boolean {
    return isAbsent(this.record[field]);
  }

  // ───────────────────────────── texts ─────────────────────────────

  id(field: string): string {
    if (!this.isMissing(field)) return this.idAt(this.record[field], field);
    return '';
  }

  optionalId(field: string): string | null {
    return this.lacks(field) ? null : this.idAt(this.record[field], field);
  }

  /** Reads ids, without duplicates; an empty list if the field is absent. */
  optionalIds(field: string, entries: number): string[] {
    const list = this.lacks(field) ? [] : this.list(field, entries);
    return [...new Set(list.map((entry, index) => this.idAt(entry, `${field}.${index}`)))];
  }

  /** Checks an id that is not a field of this record, such as the record's key. */
  idAt(value: unknown, field: string): string {
    const problem = idProblem(value, this.limits.id);
    if (problem === undefined) return value as string;
    this.fail(field, problem);
    return '';
  }

  /** Reads a short text of one line. */
  name(field: string, max: number): string {
    const name = this.text(field, { min: 1, max });
    if (!hasControlCharacters(name)) return name;
    this.fail(field, 'must not contain control characters');
    return '';
  }

  text(field: string, bounds: TextBounds): string {
    return this.isMissing(field) ? '' : this.textAt(this.record[field], field, bounds);
  }

  optionalText(field: string, bounds: TextBounds): string | null {
    return this.lacks(field) ? null : this.textAt(this.record[field], field, bounds);
  }

  texts(field: string, bounds: TextBounds & { readonly entries: number }): string[] {
    return this.isMissing(field) ? [] : this.optionalTexts(field, bounds);
  }

  /** Reads texts; an empty list if the field is absent. */
  optionalTexts(field: string, { entries, ...bounds }: TextBounds & { readonly entries: number }): string[] {
    const list = this.lacks(field) ? [] : this.list(field, entries);
    return list.map((entry, index) => this.textAt(entry, `${field}.${index}`, bounds));
  }

  private list(field: string, entries: number): readonly unknown[] {
    const value = this.record[field];
    if (!Array.isArray(value)) this.fail(field, 'must be a list of strings');
    else if (value.length > entries) this.fail(field, `must have at most ${entries} entries`);
    else return value;
    return [];
  }

  private textAt(value: unknown, field: string, { min = 0, max }: TextBounds): string {
    const problem = textProblem(value, min, max);
    if (problem === undefined) return value as string;
    this.fail(field, problem);
    return '';
  }

  // ───────────────────────────── numbers and times ─────────────────────────────

  number(field: string, min: number, max: number): number {
    const value = this.record[field];
    if (typeof value === 'number' && value >= min && value <= max) return value;
    this.fail(field, `must be a number from ${min} to ${max}`);
    return max;
  }

  count(field: string, max: number): number {
    const value = this.record[field];
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max) return value;
    this.fail(field, `must be a whole number from 0 to ${max}`);
    return 0;
  }

  optionalCount(field: string, max: number): number | null {
    return this.lacks(field) ? null : this.count(field, max);
  }

  /** @returns null when the value is not a time */
  time(field: string): Date | null {
    const value = this.record[field];
    const time = typeof value === 'string' ? parseDateTime(value) : undefined;
    if (time) return time;
    this.fail(field, 'must be an ISO 8601 time such as 2026-03-01T09:30:00Z');
    return null;
  }

  optionalTime(field: string): Date | null {
    return this.lacks(field) ? null : this.time(field);
  }

  // ───────────────────────────── objects ─────────────────────────────

  object(field: string): Fields {
    return this.isMissing(field) ? {} : this.optionalObject(field);
  }

  /** Reads an object; an empty object if the field is absent. */
  optionalObject(field: string): Fields {
    const value = this.record[field];
    if (isAbsent(value)) return {};
    if (!isRecord(value)) this.fail(field, 'must be an object');
    else if (this.fits(value, field)) return value;
    return {};
  }

  /** Returns the fields that are not known, unchanged. */
  rest(known: ReadonlySet<string>): Fields {
    // The object is built from entries, so that a field called __proto__ becomes an ordinary field.
    const rest = Object.fromEntries(Object.entries(this.record).filter(([field]) => !known.has(field)));
    const [first] = Object.keys(rest);
    return first === undefined || this.fits(rest, first) ? rest : {};
  }

  private fits(value: Fields, field: string): boolean {
    const { json, jsonDepth } = this.limits;
    if (!isAtMostDeep(value, jsonDepth)) this.fail(field, `must be at most ${jsonDepth} levels deep`);
    else if (JSON.stringify(value).length > json) this.fail(field, `must be at most ${json} characters long as JSON`);
    else return true;
    return false;
  }

  private isMissing(field: string): boolean {
    const missing = this.lacks(field);
    if (missing) this.fail(field, 'is missing');
    return missing;
  }
}

/** @returns the rule for ids that a value breaks; undefined when it is a valid id */
export function idProblem(value: unknown, max: number): string | undefined {
  const isClean = (id: string) => !hasControlCharacters(id) && !/\p{Surrogate}/u.test(id);
  return textProblem(value, 1, max) ?? (isClean(value as string) ? undefined : 'must not contain control characters');
}

function textProblem(value: unknown, min: number, max: number): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (min > 0 && value.trim() === '') return 'should not be empty';
  return value.length > max ? `must be at most ${max} characters long` : undefined;
}

// ───────────────────────────── many records ─────────────────────────────

/** Maximum number of broken rules that a report names per record; the others are only counted. */
const MAX_REASONS = 5;

/** Defines how one section of an import is read. Invalid and repeated records are skipped and reported. */
export interface RecordsToRead<Value, Item> {
  readonly section: string | null;
  /** The id under which a report names the record; null if there is none that may be shown. */
  readonly idOf: (value: Value) => string | null;
  /** @returns undefined when nothing can be read; problems are added to `problems` */
  readonly read: (value: Value, index: number, problems: RecordProblem[]) => Item | undefined;
  /** Key of a record. If several records have the same key, only the first one is read. */
  readonly keyOf: (item: Item) => string;
  /** The problem reported for each further record with the same key. */
  readonly repeated: (firstIndex: number) => RecordProblem;
}

/**
 * Reads many records. An invalid one is skipped, with its first invalid field and the rules it breaks. The function
 * pauses regularly, so that other requests are served meanwhile.
 */
export async function readRecords<Value, Item>(
  values: readonly Value[],
  { section, idOf, read, keyOf, repeated }: RecordsToRead<Value, Item>,
): Promise<{ records: Item[]; skipped: SkippedRecord[] }> {
  const records: Item[] = [];
  const skipped: SkippedRecord[] = [];
  const firstIndex = new Map<string, number>();
  await mapInTurns(values, (value, index) => {
    const problems: RecordProblem[] = [];
    const item = read(value, index, problems);
    if (item !== undefined && problems.length === 0) {
      const key = keyOf(item);
      const first = firstIndex.get(key);
      if (first === undefined) {
        firstIndex.set(key, index);
        records.push(item);
        return;
      }
      problems.push(repeated(first));
    }
    const reasons = problems.slice(0, MAX_REASONS).map(({ reason }) => reason);
    if (problems.length > MAX_REASONS) reasons.push(`and ${problems.length - MAX_REASONS} more`);
    skipped.push({ section, index, id: idOf(value), field: problems[0]?.field ?? null, reason: reasons.join('; ') });
  });
  return { records, skipped };
}

/** The id if a report may show it: a text within the length limit and without control characters; otherwise null. */
export function shownId(id: unknown, max: number): string | null {
  return typeof id === 'string' && id.length <= max && !hasControlCharacters(id) ? id : null;
}
