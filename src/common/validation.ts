import { applyDecorators, type Type } from '@nestjs/common';
import { Field, Float, ID, Int, type FieldOptions, type ReturnTypeFunc } from '@nestjs/graphql';
import { IsOptional, ValidateBy, ValidateNested, validateSync, type ValidationError } from 'class-validator';
import { hasControlCharacters } from './caller.js';
import { BadUserInputError, type FieldProblem } from './errors.js';
import { DateTime, JSONValue, parseDateTime } from './scalars.js';
import { isAtMostDeep, isRecord } from './json.js';

// One decorator a field: it sets the GraphQL field and the class-validator rules together, so that neither is forgotten,
// and keeps what `validateInput` needs to build the same class for doors without GraphQL (MCP, plain HTTP).
//
// Every class of inputs (@InputType) and of arguments (@ArgsType) is written with these:
//
//   @Text({ max: 2_000, description: '…' }) readonly task!: string;
//   @Count({ min: 1, max: 100, default: 20 }) readonly first!: number;
//   @Inputs(() => ActionInput, { max: 200 }) readonly actions!: readonly ActionInput[];

export interface FieldSettings<Value> {
  readonly description?: string;
  /** May be left out or null; the property is then absent. */
  readonly optional?: boolean;
  /** Taken when the field is left out. */
  readonly default?: Value;
}

export interface TextSettings extends FieldSettings<string> {
  /** Most characters; 10,000 unless told. */
  readonly max?: number;
  /** Fewest characters; from 1 on, blanks alone do not do. 1 unless told. */
  readonly min?: number;
  /** Refuses control characters; line breaks and tabs are none of them. */
  readonly printable?: boolean;
}

export interface IdSettings extends FieldSettings<string> {
  /** An empty one will do, too. */
  readonly blank?: boolean;
}

export interface NumberSettings extends FieldSettings<number> {
  /** Least value; 0 unless told. */
  readonly min?: number;
  readonly max?: number;
}

export interface ListSettings<Value> extends FieldSettings<readonly Value[]> {
  /** Fewest entries; 0 unless told. */
  readonly minEntries?: number;
  /** Most entries; 1,000 unless told. */
  readonly maxEntries?: number;
}

interface Rule {
  /** Name of the class-validator constraint, where it has one: `isNotEmpty`, `maxLength`, `min`, … */
  readonly name: string;
  readonly holds: (value: unknown) => boolean;
  /** What follows the field's path in the message. */
  readonly says: string;
}

type FieldKind = 'text' | 'number' | 'flag' | 'time' | 'choice' | 'json' | 'input';

interface FieldDeclaration {
  readonly kind: FieldKind;
  readonly list: boolean;
  /** Of the value, or of each entry of a list. */
  readonly rules: readonly Rule[];
  readonly listRules: readonly Rule[];
  readonly default?: unknown;
  readonly nested?: () => Type<object>;
}

const declarations = new WeakMap<object, Map<string, FieldDeclaration>>();

// ───────────────────────────── one value ─────────────────────────────

/** A string with bounds on its length. */
export function Text(settings: TextSettings = {}): PropertyDecorator {
  return declare(() => String, settings, { kind: 'text', rules: textRules(settings) });
}

/** An id given by a caller: 1–512 characters without control characters. */
export function Id(settings: IdSettings = {}): PropertyDecorator {
  const rules = settings.blank ? ID_RULES.filter((rule) => rule !== IS_NOT_EMPTY) : ID_RULES;
  return declare(() => ID, settings, { kind: 'text', rules });
}

/** What makes a repeated report the same report: 1–512 characters without control characters. */
export function IdempotencyKey(): PropertyDecorator {
  const description = 'A repeated key gives the first answer; with other content it is a CONFLICT.';
  return declare(() => String, { optional: true, description }, { kind: 'text', rules: ID_RULES });
}

/** A whole number. */
export function Count(settings: NumberSettings = {}): PropertyDecorator {
  return declare(() => Int, settings, { kind: 'number', rules: [IS_INT, ...numberRules(settings)] });
}

/** A number that may have a fraction; never NaN or infinite. */
export function Decimal(settings: NumberSettings = {}): PropertyDecorator {
  return declare(() => Float, settings, { kind: 'number', rules: [IS_NUMBER, ...numberRules(settings)] });
}

export function Flag(settings: FieldSettings<boolean> = {}): PropertyDecorator {
  return declare(() => Boolean, settings, { kind: 'flag', rules: [IS_BOOLEAN] });
}

/** A moment; a `Date` in the class. */
export function Time(settings: FieldSettings<Date> = {}): PropertyDecorator {
  return declare(() => DateTime, settings, { kind: 'time', rules: [IS_DATE] });
}

/** A value of an enum registered with `registerEnumType`. */
export function Choice<Value extends string>(
  options: () => Readonly<Record<string, Value>>,
  settings: FieldSettings<Value> = {},
): PropertyDecorator {
  return declare(options, settings, { kind: 'choice', rules: [isEnum(options)] });
}

export interface JsonSettings extends FieldSettings<unknown> {
  /** Most characters when written as JSON; 100,000 unless told. */
  readonly max?: number;
  /** Only an object will do. */
  readonly object?: boolean;
}

/** Any JSON value, up to 100 levels deep. */
export function Json(settings: JsonSettings = {}): PropertyDecorator {
  return declare(() => JSONValue, settings, { kind: 'json', rules: jsonRules(settings) });
}

/** Another class of inputs. */
export function Input<Value extends object>(
  type: () => Type<Value>,
  settings: FieldSettings<Value> = {},
): PropertyDecorator {
  return declare(type, settings, { kind: 'input', rules: [IS_OBJECT], nested: type });
}

// ───────────────────────────── lists ─────────────────────────────

/** A list of strings; `max` and `min` are those of each. */
export function Texts(settings: ListSettings<string> & Pick<TextSettings, 'max' | 'min'> = {}): PropertyDecorator {
  return declare(() => [String], settings, { kind: 'text', rules: textRules(settings), list: settings });
}

export function Ids(settings: ListSettings<string> = {}): PropertyDecorator {
  return declare(() => [ID], settings, { kind: 'text', rules: ID_RULES, list: settings });
}

export function Choices<Value extends string>(
  options: () => Readonly<Record<string, Value>>,
  settings: ListSettings<Value> = {},
): PropertyDecorator {
  return declare(() => [options()], settings, { kind: 'choice', rules: [isEnum(options)], list: settings });
}

/** A list of JSON values; `max` and `object` are those of each. */
export function Jsons(settings: ListSettings<unknown> & Pick<JsonSettings, 'max' | 'object'> = {}): PropertyDecorator {
  return declare(() => [JSONValue], settings, { kind: 'json', rules: jsonRules(settings), list: settings });
}

/** A list of JSON values that the service judges one by one, so that a wrong one does not refuse its neighbours. */
export function Records(settings: ListSettings<unknown> = {}): PropertyDecorator {
  return declare(() => [JSONValue], settings, { kind: 'json', rules: [], list: settings });
}

/** A list of another class of inputs, each validated. */
export function Inputs<Value extends object>(
  type: () => Type<Value>,
  settings: ListSettings<Value> = {},
): PropertyDecorator {
  return declare(() => [type()], settings, { kind: 'input', rules: [IS_OBJECT], nested: type, list: settings });
}

// ───────────────────────────── checking ─────────────────────────────

export interface ValidationSettings {
  /** Values come as text (a query string): `5` is a number, `true` a flag, `a,b` or a repeated key a list. */
  readonly fromText?: boolean;
  /** Put before each path, with a dot. */
  readonly path?: string;
}

/**
 * Builds an instance of an input class from plain values and checks it. Defaults are filled in, null counts as absent,
 * times become `Date`s, and a field the class does not have is refused.
 *
 * @throws BadUserInputError naming every wrong field, each with the first rule it breaks
 */
export function validateInput<Value extends object>(
  type: Type<Value>,
  plain: unknown,
  settings: ValidationSettings = {},
): Value {
  const at = settings.path === undefined ? '' : `${settings.path}.`;
  if (!isRecord(plain)) {
    throw BadUserInputError.of(settings.path ?? '', 'isObject', `${settings.path ?? 'The input'} must be an object`);
  }
  const unknown: FieldProblem[] = [];
  const instance = instantiate(type, plain, { fromText: settings.fromText ?? false, at, unknown });
  const errors = validateSync(instance, { forbidUnknownValues: false });
  const problems = [...errors.flatMap((error) => problemsOf(error, at)), ...unknown];
  if (problems.length > 0) throw new BadUserInputError(problems);
  return instance;
}

interface Conversion {
  readonly fromText: boolean;
  /** Path of the instance, with a dot behind it. */
  readonly at: string;
  /** Collects the fields that no class declares. */
  readonly unknown: FieldProblem[];
}

// Not class-transformer: it walks into JSON values and drops their keys `constructor` and `__proto__`. Unknown fields are
// found here, since class-validator does not see those two.
function instantiate<Value extends object>(
  type: Type<Value>,
  plain: Record<string, unknown>,
  conversion: Conversion,
): Value {
  const instance: Record<string, unknown> = new type() as Record<string, unknown>;
  const fields = declarationsOf(type.prototype as object);
  for (const [name, field] of fields) {
    const value = plain[name] ?? field.default;
    if (value === undefined || value === null || !Object.hasOwn(plain, name)) {
      if (field.default !== undefined) instance[name] = field.default;
    } else {
      instance[name] = convert(field, value, { ...conversion, at: `${conversion.at}${name}.` });
    }
  }
  for (const name of Object.keys(plain)) {
    if (fields.has(name)) continue;
    const path = `${conversion.at}${name}`;
    conversion.unknown.push({ path, rule: 'whitelistValidation', message: `${path} is not a field of this input` });
  }
  return instance as Value;
}

function convert(field: FieldDeclaration, value: unknown, conversion: Conversion): unknown {
  if (!field.list) return convertOne(field, value, conversion);
  const entries =
    conversion.fromText && typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;
  if (!Array.isArray(entries)) return entries;
  return entries.map((entry, index) => convertOne(field, entry, { ...conversion, at: `${conversion.at}${index}.` }));
}

function convertOne(field: FieldDeclaration, value: unknown, conversion: Conversion): unknown {
  if (field.kind === 'input' && field.nested && isRecord(value)) return instantiate(field.nested(), value, conversion);
  if (typeof value !== 'string') return value;
  if (field.kind === 'time') return parseDateTime(value) ?? value;
  if (!conversion.fromText) return value;
  if (field.kind === 'number' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  if (field.kind === 'flag' && /^(true|false)$/.test(value)) return value === 'true';
  return value;
}

function problemsOf(error: ValidationError, at: string): FieldProblem[] {
  const path = `${at}${error.property}`;
  const { constraints: broken = {}, children = [], target } = error;
  // What stands in a list in place of an object has no fields of its own.
  if ('nestedValidation' in broken) return [problem(path, IS_OBJECT)];
  const field = target && declarationsOf(Object.getPrototypeOf(target) as object).get(error.property);
  const listRule = field?.listRules.find((rule) => rule.name in broken);
  if (listRule) return [problem(path, listRule)];
  if (children.length > 0) return children.flatMap((child) => problemsOf(child, `${path}.`));
  if (field?.list && Array.isArray(error.value)) {
    return error.value.flatMap((entry: unknown, index) => {
      const rule = field.rules.find((rule) => !rule.holds(entry));
      return rule ? [problem(`${path}.${index}`, rule)] : [];
    });
  }
  const rule = field?.rules.find((rule) => rule.name in broken);
  return rule
    ? [problem(path, rule)]
    : Object.entries(broken).map(([name, message]) => ({ path, rule: name, message }));
}

function problem(path: string, rule: Rule): FieldProblem {
  return { path, rule: rule.name, message: `${path} ${rule.says}` };
}

// ───────────────────────────── rules ─────────────────────────────

const IS_STRING: Rule = { name: 'isString', holds: (value) => typeof value === 'string', says: 'must be a string' };
const IS_INT: Rule = { name: 'isInt', holds: (value) => Number.isSafeInteger(value), says: 'must be a whole number' };
const IS_NUMBER: Rule = { name: 'isNumber', holds: (value) => Number.isFinite(value), says: 'must be a finite number' };
const IS_BOOLEAN: Rule = {
  name: 'isBoolean',
  holds: (value) => typeof value === 'boolean',
  says: 'must be true or false',
};
const IS_DATE: Rule = {
  name: 'isDate',
  holds: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
  says: 'must be an ISO 8601 time such as 2026-03-01T09:30:00Z',
};
const IS_OBJECT: Rule = { name: 'isObject', holds: isRecord, says: 'must be an object' };
const IS_ARRAY: Rule = { name: 'isArray', holds: Array.isArray, says: 'must be a list' };
const IS_NOT_EMPTY: Rule = {
  name: 'isNotEmpty',
  holds: (value) => typeof value === 'string' && value.trim() !== '',
  says: 'should not be empty',
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

function maxLength(max: number): Rule {
  return {
    name: 'maxLength',
    holds: (value) => typeof value === 'string' && value.length <= max,
    says: `must be at most ${max} characters long`,
  };
}

function textRules({
  min = 1,
  max = 10_000,
  printable = false,
}: Pick<TextSettings, 'min' | 'max' | 'printable'>): Rule[] {
  const rules = printable ? [IS_STRING, PRINTABLE] : [IS_STRING];
  if (min >= 1) rules.push(IS_NOT_EMPTY);
  if (min > 1) {
    rules.push({
      name: 'minLength',
      holds: (value) => typeof value === 'string' && value.length >= min,
      says: `must be at least ${min} characters long`,
    });
  }
  return [...rules, maxLength(max)];
}

function numberRules({ min = 0, max }: NumberSettings): Rule[] {
  const rules: Rule[] = [
    { name: 'min', holds: (value) => typeof value === 'number' && value >= min, says: `must not be less than ${min}` },
  ];
  if (max !== undefined) {
    rules.push({
      name: 'max',
      holds: (value) => typeof value === 'number' && value <= max,
      says: `must not be greater than ${max}`,
    });
  }
  return rules;
}

function isEnum(options: () => Readonly<Record<string, string>>): Rule {
  return {
    name: 'isEnum',
    holds: (value) => typeof value === 'string' && Object.values(options()).includes(value),
    get says() {
      return `must be one of ${Object.values(options()).join(', ')}`;
    },
  };
}

const JSON_MAX_DEPTH = 100;

function jsonRules({ max = 100_000, object = false }: Pick<JsonSettings, 'max' | 'object'>): Rule[] {
  const bounds: Rule[] = [
    {
      name: 'maxDepth',
      holds: (value) => isAtMostDeep(value, JSON_MAX_DEPTH),
      says: `must be at most ${JSON_MAX_DEPTH} levels deep`,
    },
    {
      name: 'maxLength',
      holds: (value) => !isAtMostDeep(value, JSON_MAX_DEPTH) || (JSON.stringify(value)?.length ?? 0) <= max,
      says: `must be at most ${max} characters long as JSON`,
    },
  ];
  return object ? [IS_OBJECT, ...bounds] : bounds;
}

// ───────────────────────────── declaring ─────────────────────────────

interface Declaring extends Pick<FieldDeclaration, 'kind' | 'rules' | 'nested'> {
  readonly list?: Pick<ListSettings<unknown>, 'minEntries' | 'maxEntries'>;
}

function declare(type: ReturnTypeFunc, settings: FieldSettings<unknown>, declaring: Declaring): PropertyDecorator {
  const { kind, rules, nested, list } = declaring;
  const optional = settings.optional ?? false;
  const field: FieldDeclaration = {
    kind,
    rules,
    nested,
    list: list !== undefined,
    listRules: list ? [IS_ARRAY, ...sizeRules(list)] : [],
    default: settings.default,
  };
  const decorators = [
    Field(type, {
      nullable: optional,
      description: settings.description,
      defaultValue: settings.default,
    } as FieldOptions),
    ...field.listRules.map((rule) => check(rule, false)),
    ...rules.map((rule) => check(rule, field.list)),
  ];
  if (optional) decorators.push(IsOptional());
  if (nested) decorators.push(ValidateNested({ each: field.list }));
  const decorate = applyDecorators(...decorators) as PropertyDecorator;
  return (target, property) => {
    decorate(target, property);
    const own = declarations.get(target) ?? new Map<string, FieldDeclaration>();
    declarations.set(target, own.set(String(property), field));
  };
}

function check(rule: Rule, each: boolean): PropertyDecorator {
  return ValidateBy(
    { name: rule.name, validator: { validate: rule.holds, defaultMessage: () => `$property ${rule.says}` } },
    { each },
  );
}

function sizeRules({
  minEntries = 0,
  maxEntries = 1_000,
}: Pick<ListSettings<unknown>, 'minEntries' | 'maxEntries'>): Rule[] {
  return [
    {
      name: 'arrayMinSize',
      holds: (value) => Array.isArray(value) && value.length >= minEntries,
      says: `must have at least ${minEntries} entries`,
    },
    {
      name: 'arrayMaxSize',
      holds: (value) => Array.isArray(value) && value.length <= maxEntries,
      says: `must have at most ${maxEntries} entries`,
    },
  ];
}

/** Those of the class and of the classes it extends. */
function declarationsOf(prototype: object | null): ReadonlyMap<string, FieldDeclaration> {
  if (prototype === null || prototype === Object.prototype) return new Map();
  const inherited = declarationsOf(Object.getPrototypeOf(prototype) as object | null);
  return new Map([...inherited, ...(declarations.get(prototype) ?? [])]);
}

/** Whether a class declares fields with these decorators. */
export function isInputClass(type: unknown): boolean {
  return typeof type === 'function' && declarationsOf(type.prototype as object | null).size > 0;
}
