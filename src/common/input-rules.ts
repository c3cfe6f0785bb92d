import { hasControlCharacters } from './caller.js';
import { isAtMostDeep, isRecord, mayFit } from './json.js';

// The rules that input fields are declared with. Each rule has three forms: a check, a sentence, and, where JSON Schema
// has a keyword for it, that keyword.

/** A fragment of JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** One check of an input value, with its error message and its JSON Schema. */
export interface Rule {
  /** Name of the class-validator constraint, if there is one: `isNotEmpty`, `maxLength`, `min`, … */
  readonly name: string;
  readonly holds: (value: unknown) => boolean;
  /** Text that follows the path of the field in the message. */
  readonly says: string;
  /** The rule as JSON Schema keywords; absent if the type already implies it or no keyword fits. */
  readonly schema?: JsonSchema;
}

/** Bounds of a text field of an input. */
export interface TextBounds {
  /** Maximum number of characters, default 10,000. */
  readonly max?: number;
  /** Minimum number of characters, default 1. If at least 1, blank text is rejected. */
  readonly min?: number;
  /** Rejects control characters other than line breaks and tabs. */
  readonly printable?: boolean;
}

/** Inclusive bounds of a number field of an input. */
export interface NumberBounds {
  /** Minimum, default 0. */
  readonly min?: number;
  readonly max?: number;
}

/** Bounds on the length of a list. */
export interface ListBounds {
  /** Minimum number of entries, default 0. */
  readonly minEntries?: number;
  /** Maximum number of entries, default 1,000. */
  readonly maxEntries?: number;
}

/** Bounds of a field that accepts any JSON. */
export interface JsonBounds {
  /** Maximum number of characters when written as JSON, default 100,000. */
  readonly max?: number;
  /** Accepts only objects. */
  readonly object?: boolean;
}

const IS_STRING: Rule = { name: 'isString', holds: (value) => typeof value === 'string', says: 'must be a string' };
export const IS_INT: Rule = {
  name: 'isInt',
  holds: (value) => Number.isSafeInteger(value),
  says: 'must be a whole number',
};
export const IS_NUMBER: Rule = {
  name: 'isNumber',
  holds: (value) => Number.isFinite(value),
  says: 'must be a finite number',
};
export const IS_BOOLEAN: Rule = {
  name: 'isBoolean',
  holds: (value) => typeof value === 'boolean',
  says: 'must be true or false',
};
export const IS_DATE: Rule = {
  name: 'isDate',
  holds: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
  says: 'must be an ISO 8601 time such as 2026-03-01T09:30:00Z',
};
export const IS_OBJECT: Rule = { name: 'isObject', holds: isRecord, says: 'must be an object' };
const IS_ARRAY: Rule = { name: 'isArray', holds: Array.isArray, says: 'must be a list' };
const IS_NOT_EMPTY: Rule = {
  name: 'isNotEmpty',
  holds: (value) => typeof value === 'string' && value.trim() !== '',
  says: 'should not be empty',
  schema: { minLength: 1 },
};
const NO_CONTROL_CHARACTERS: Rule = {
  name: 'noControlCharacters',
  holds: (value) => typeof value === 'string' && !hasControlCharacters(value),
  says: 'must not contain control characters',
};
const PRINTABLE: Rule = {
  name: 'noControlCharacters',
  holds: (value) => typeof value === 'string' && !hasControlCharacters(value.replace(/[\r\n\t]/g, ' ')),
  says: 'must not contain control characters other than line breaks and tabs',
};

const ID_RULES: readonly Rule[] = [IS_STRING, IS_NOT_EMPTY, maxLength(512), NO_CONTROL_CHARACTERS];

/** @param blank whether an empty id is accepted as well */
export function idRules(blank = false): readonly Rule[] {
  return blank ? ID_RULES.filter((rule) => rule !== IS_NOT_EMPTY) : ID_RULES;
}

function maxLength(max: number): Rule {
  return {
    name: 'maxLength',
    holds: (value) => typeof value === 'string' && value.length <= max,
    says: `must be at most ${max} characters long`,
    schema: { maxLength: max },
  };
}

export function textRules({ min = 1, max = 10_000, printable = false }: TextBounds): readonly Rule[] {
  const rules = [IS_STRING];
  if (min >= 1) rules.push(IS_NOT_EMPTY);
  if (min > 1) {
    rules.push({
      name: 'minLength',
      holds: (value) => typeof value === 'string' && value.length >= min,
      says: `must be at least ${min} characters long`,
      schema: { minLength: min },
    });
  }
  rules.push(maxLength(max));
  // Last, since it reads the whole text.
  if (printable) rules.push(PRINTABLE);
  return rules;
}

export function numberRules({ min = 0, max }: NumberBounds): readonly Rule[] {
  const rules: Rule[] = [
    {
      name: 'min',
      holds: (value) => typeof value === 'number' && value >= min,
      says: `must not be less than ${min}`,
      schema: { minimum: min },
    },
  ];
  if (max !== undefined) {
    rules.push({
      name: 'max',
      holds: (value) => typeof value === 'number' && value <= max,
      says: `must not be greater than ${max}`,
      schema: { maximum: max },
    });
  }
  return rules;
}

/**
 * @param options returns the options; it is called when a value is checked, because some enums are complete only when
 * the service starts
 */
export function isEnum(options: () => readonly string[]): Rule {
  return {
    name: 'isEnum',
    holds: (value) => typeof value === 'string' && options().includes(value),
    get says() {
      return `must be one of ${options().join(', ')}`;
    },
    get schema() {
      return { enum: options() };
    },
  };
}

const JSON_MAX_DEPTH = 100;

export function jsonRules({ max = 100_000, object = false }: JsonBounds): readonly Rule[] {
  const bounds: Rule[] = [
    {
      name: 'maxLength',
      holds: (value) =>
        mayFit(value, max, JSON_MAX_DEPTH) && (!isAtMostDeep(value, JSON_MAX_DEPTH) || lengthOf(value) <= max),
      says: `must be at most ${max} characters long as JSON`,
    },
    {
      name: 'maxDepth',
      holds: (value) => isAtMostDeep(value, JSON_MAX_DEPTH),
      says: `must be at most ${JSON_MAX_DEPTH} levels deep`,
    },
  ];
  return object ? [IS_OBJECT, ...bounds] : bounds;
}

function lengthOf(json: unknown): number {
  // Contrary to its type, JSON.stringify(undefined) returns undefined.
  return (JSON.stringify(json) ?? '').length;
}

export function listRules({ minEntries = 0, maxEntries = 1_000 }: ListBounds): readonly Rule[] {
  return [
    IS_ARRAY,
    {
      name: 'arrayMinSize',
      holds: (value) => Array.isArray(value) && value.length >= minEntries,
      says: `must have at least ${minEntries} entries`,
      ...(minEntries > 0 && { schema: { minItems: minEntries } }),
    },
    {
      name: 'arrayMaxSize',
      holds: (value) => Array.isArray(value) && value.length <= maxEntries,
      says: `must have at most ${maxEntries} entries`,
      schema: { maxItems: maxEntries },
    },
  ];
}
