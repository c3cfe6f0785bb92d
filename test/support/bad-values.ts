import type { Type } from '@nestjs/common';
import { type FieldDeclaration, fieldsOf } from '../../src/common/validation.js';

/** What is longer no request may have, whatever the rule of the field. */
const LONGEST_SENT = 10_000_000;

/** A value that breaks one rule of a class of inputs. */
export interface BadValue {
  /** Where it stands: properties and indexes. */
  readonly at: readonly (string | number)[];
  /** Absent where it is left out. */
  readonly value?: unknown;
  /** Path and rule that every door has to name. */
  readonly path: string;
  readonly rule: string;
}

type Plain = Readonly<Record<string, unknown>>;

/** JSON that is larger than a request may be cannot be sent. */
const SENDABLE = 4_000_000;

/**
 * For each rule that the fields of a class are declared with, and each type they have, a value that breaks it.
 *
 * @param valid what the class accepts; lists that have entries there, and objects, are looked into
 */
export function badValues(type: Type<object>, valid: Plain): BadValue[] {
  const fields = [...fieldsOf(type.prototype as object)];
  return [
    ...fields.flatMap(([property, field]) => badFields(property, field, valid[property])),
    bad(['nonsense'], 1, 'whitelistValidation'),
  ];
}

/** Rules of types, which GraphQL judges before it judges any other. */
const OF_TYPES: ReadonlySet<string> = new Set(['type', 'isDefined', 'whitelistValidation']);

/**
 * Puts bad values together that one input can have at once, so that few inputs have all of them: those that stand in
 * different places, and are judged at the same time.
 */
export function together(values: readonly BadValue[]): BadValue[][] {
  const groups: BadValue[][] = [];
  for (const value of values) {
    const fits = (other: BadValue) =>
      OF_TYPES.has(other.rule) === OF_TYPES.has(value.rule) &&
      !begins(other.at, value.at) &&
      !begins(value.at, other.at);
    // GraphQL names 50 at most.
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
  // GraphQL leaves it to the class whether a field that has two names was given.
  const missing: BadValue[] =
    settings.optional || settings.default !== undefined || settings.formerly !== undefined
      ? []
      : [{ at: [property], path: property, rule: 'isDefined' }];
  if (settings.spread && nested) {
    // At MCP its fields are arguments, and there is no object of its own.
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
    // One value is a list of one, so it is judged as an entry.
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

/** Of one value, or one entry; the first is of a wrong type. */
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

/** An entry for a list that the valid value has none of. */
function sampleOf({ kind, nested, values }: FieldDeclaration): unknown {
  if (nested) {
    const required = [...fieldsOf(nested().prototype as object)].filter(([, { settings }]) => !settings.optional);
    return Object.fromEntries(required.map(([property, field]) => [property, field.list ? [] : sampleOf(field)]));
  }
  if (kind === 'choice') return values?.()[0];
  return kind === 'text' || kind === 'id' ? 'x' : {};
}

/** @param value what is sent where the entry stands, in place of the entry's list */
function bad(at: readonly (string | number)[], entry: unknown, rule: string, value: unknown = entry): BadValue {
  const isEntry = value !== entry;
  return { at: isEntry ? at.slice(0, -1) : at, value, path: at.join('.'), rule };
}

function under(above: readonly (string | number)[], values: readonly BadValue[]): BadValue[] {
  return values.map((one) => ({ ...one, at: [...above, ...one.at], path: [...above, one.path].join('.') }));
}
