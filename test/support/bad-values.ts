import type { Type } from '@nestjs/common';
import { type FieldDeclaration, fieldsOf } from '../../src/common/validation.js';

/** Larger values cannot be sent in a request, whatever the limit of the field. */
const LONGEST_SENT = 10_000_000;

/** A value that breaks one rule of a class of inputs. */
export interface BadValue {
  /** Its position: properties and indexes. */
  readonly at: readonly (string | number)[];
  /** Absent if the value is left out. */
  readonly value?: unknown;
  /** Path and rule that every transport has to report. */
  readonly path: string;
  readonly rule: string;
}

type Plain = Readonly<Record<string, unknown>>;

/** JSON that exceeds the maximum size of a request cannot be sent. */
const SENDABLE = 4_000_000;

/**
 * Returns a value that breaks each rule with which the fields of a class are declared, and one for each of their types.
 *
 * @param valid accepted input; the entries of its lists, and its objects, are varied, too
 */
export function badValues(type: Type<object>, valid: Plain): BadValue[] {
  const fields = [...fieldsOf(type.prototype as object)];
  return [
    ...fields.flatMap(([property, field]) => badFields(property, field, valid[property])),
    bad(['nonsense'], 1, 'whitelistValidation'),
  ];
}

/** Rules about types, which GraphQL checks before all others. */
const OF_TYPES: ReadonlySet<string> = new Set(['type', 'isDefined', 'whitelistValidation']);

/**
 * Combines bad values that one input can contain at once, so that few inputs contain all of them. Such values have
 * different positions and are checked at the same stage.
 */
export function together(values: readonly BadValue[]): BadValue[][] {
  const groups: BadValue[][] = [];
  for (const value of values) {
    const fits = (other: BadValue) =>
      OF_TYPES.has(other.rule) === OF_TYPES.has(value.rule) &&
      !begins(other.at, value.at) &&
      !begins(value.at, other.at);
    // GraphQL reports at most 50 errors.
    const group = groups.find((others) => others.length < 50 && others.every(fits));
    if (group) group.push(value);
    else groups.push([value]);
  }
  return groups;
}

function begins(path: BadValue['at'], start: BadValue['at']): boolean {
  return start.every((step, index) => path[index] === step);
}

function badFields(property: string, field: FieldDeclaration, valid: unknown): BadValue[] {
  const { settings, list, nested } = field;
  const missing: BadValue[] =
    settings.optional || settings.default !== undefined ? [] : [{ at: [property], path: property, rule: 'isDefined' }];
  if (settings.spread && nested) {
    // In MCP, the fields of a spread object are arguments, so the object itself does not exist.
    const inner = badValues(nested(), (valid ?? {}) as Plain).filter(({ path }) => path !== 'nonsense');
    return under([property], inner);
  }
  if (!list) {
    const inner =
      nested && valid !== undefined ? under([property], badValues(nested(), valid as Plain)) : ([] as BadValue[]);
    return [...missing, ...badOnes(field).map(({ value, rule }) => bad([property], value, rule)), ...inner];
  }
  const [entry = sampleOf(field)] = (valid as readonly unknown[] | undefined) ?? [];
  const [wrong] = badOnes(field);
  const bounds = bound(field.listRules);
  return [
    ...missing,
    ...badOnes(field).map(({ value, rule }) => bad([property, 0], value, rule, [value])),
    // A single value is accepted as a list of one, so it is checked as an entry.
    ...(wrong ? [bad([property], wrong.value, 'type')] : []),
    bad([property, 0], null, 'isDefined', [null]),
    ...(bounds.minItems ? [bad([property], [], 'arrayMinSize')] : []),
    bad(
      [property],
      Array.from({ length: (bounds.maxItems ?? 0) + 1 }, () => entry),
      'arrayMaxSize',
    ),
    ...(nested ? under([property, 0], badValues(nested(), entry as Plain)) : []),
  ];
}

/** Returns bad values of a single value or of one entry; the first has a wrong type. */
function badOnes(field: FieldDeclaration): { value: unknown; rule: string }[] {
  const { kind, rules } = field;
  const { minLength = 0, maxLength, minimum, maximum } = bound(rules);
  const has = (name: string) => rules.some((rule) => rule.name === name);
  const type = (value: unknown) => ({ value, rule: 'type' });
  switch (kind) {
    case 'text':
    case 'id':
      return [
        type(kind === 'id' ? true : 7),
        ...(has('isNotEmpty') ? ['', ' \n'].map((value) => ({ value, rule: 'isNotEmpty' })) : []),
        ...(minLength > 1 ? [{ value: 'x'.repeat(minLength - 1), rule: 'minLength' }] : []),
        ...(maxLength === undefined || maxLength > LONGEST_SENT
          ? []
          : [{ value: 'x'.repeat(maxLength + 1), rule: 'maxLength' }]),
        ...(has('noControlCharacters') ? [{ value: 'a\u0000b', rule: 'noControlCharacters' }] : []),
      ];
    case 'int':
    case 'decimal':
      return [
        type('1'),
        ...(kind === 'int' ? [type(1.5), type(2_147_483_648)] : []),
        ...(minimum === undefined ? [] : [{ value: minimum - 1, rule: 'min' }]),
        ...(maximum === undefined ? [] : [{ value: maximum + 1, rule: 'max' }]),
      ];
    case 'flag':
      return [type('true')];
    case 'time':
      return [type('yesterday'), type('2026-02-30'), type(5)];
    case 'choice':
      return [type('NONSENSE'), type(7)];
    case 'input':
      return [type(7)];
    case 'json': {
      const most = rules.map(({ says }) => /at most (\d+) characters/.exec(says)?.[1]).find(Boolean);
      return [
        ...(has('isObject') ? [{ value: 'text', rule: 'isObject' }] : []),
        ...(most !== undefined && Number(most) < SENDABLE
          ? [{ value: { text: 'x'.repeat(Number(most)) }, rule: 'maxLength' }]
          : []),
      ];
    }
  }
}

interface Bounds {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

function bound(rules: FieldDeclaration['rules']): Bounds {
  return Object.assign({}, ...rules.map(({ schema }) => schema)) as Bounds;
}

/** Returns an entry for a list that is empty in the valid input. */
function sampleOf({ kind, nested, values }: FieldDeclaration): unknown {
  if (nested) {
    const required = [...fieldsOf(nested().prototype as object)].filter(([, { settings }]) => !settings.optional);
    return Object.fromEntries(required.map(([property, field]) => [property, field.list ? [] : sampleOf(field)]));
  }
  if (kind === 'choice') return values?.()[0];
  return kind === 'text' || kind === 'id' ? 'x' : {};
}

/** @param value the value to send at the position of the entry; by default, the entry itself */
function bad(at: readonly (string | number)[], entry: unknown, rule: string, value: unknown = entry): BadValue {
  const isEntry = value !== entry;
  return { at: isEntry ? at.slice(0, -1) : at, value, path: at.join('.'), rule };
}

function under(above: readonly (string | number)[], values: readonly BadValue[]): BadValue[] {
  return values.map((one) => ({ ...one, at: [...above, ...one.at], path: [...above, one.path].join('.') }));
}
