import { applyDecorators, type Type } from '@nestjs/common';
import { Field, Float, ID, Int, type FieldOptions, type ReturnTypeFunc } from '@nestjs/graphql';
import {
  getMetadataStorage,
  IsOptional,
  ValidateBy,
  ValidateNested,
  validateSync,
  type ValidationError,
} from 'class-validator';
import { BadUserInputError, type FieldProblem } from './errors.js';
import {
  idRules,
  IS_BOOLEAN,
  IS_DATE,
  IS_INT,
  IS_NUMBER,
  IS_OBJECT,
  isEnum,
  type JsonBounds,
  jsonRules,
  type JsonSchema,
  type ListBounds,
  listRules,
  type NumberBounds,
  numberRules,
  type Rule,
  type TextBounds,
  textRules,
} from './input-rules.js';
import { DateTime, JSONValue, parseDateTime } from './scalars.js';
import { isRecord } from './json.js';

// One decorator per field: it sets the GraphQL field and the class-validator rules together, so that neither is
// forgotten. It also records what other transports need: `validateInput` builds the class from plain values, and
// src/mcp derives the arguments of tools and their JSON Schema from it.
//
// Every class of inputs (@InputType) and of arguments (@ArgsType) is written with these:
//
//   @Text({ max: 2_000, description: '…' }) readonly task!: string;
//   @Count({ min: 1, max: 100, default: 20 }) readonly first!: number;
//   @Inputs(() => ActionInput, { max: 200 }) readonly actions!: readonly ActionInput[];

/** Settings that every input decorator takes. */
export interface FieldSettings<Value> {
  readonly description?: string;
  /** If true, the field may be left out or null; then the property is absent. */
  readonly optional?: boolean;
  /** Default value, if the field is left out. */
  readonly default?: Value;
  /** Name of the argument of an MCP tool, default the property's name in snake_case. */
  readonly agentName?: string;
  /**
   * What happens to a secret in the field (secrets/door.ts). `redact`, the default of texts and JSON, cuts it out
   * and tells the caller where. `refuse`, the default of ids, refuses the input, for names by which others are found.
   * `later` leaves it to the reader of the text, which knows its format or stores nothing.
   */
  readonly secrets?: 'redact' | 'refuse' | 'later';
}

/** Settings of a text field. */
export interface TextSettings extends FieldSettings<string>, TextBounds {}

/** Settings of a field that contains an id of at most 512 characters. */
export interface IdSettings extends FieldSettings<string> {
  /** Also accepts an empty id. */
  readonly blank?: boolean;
}

/** Settings of a number field. */
export interface NumberSettings extends FieldSettings<number>, NumberBounds {}

/** Settings of a list field. */
export interface ListSettings<Value> extends FieldSettings<readonly Value[]>, ListBounds {}

/** Settings of a field whose values are those of an enum. */
export interface ChoiceSettings<Value> extends FieldSettings<Value> {
  /**
   * Values that the service never accepts here. MCP does not offer them; if one is sent, the error message says why it
   * is rejected.
   */
  readonly unlisted?: readonly Value[];
}

/** Settings of a field whose value is an input class of its own. */
export interface InputSettings<Value> extends FieldSettings<Value> {
  /** If true, MCP accepts the fields of this class at the top level, like other arguments, instead of as an object. */
  readonly spread?: boolean;
}

type FieldKind = 'text' | 'id' | 'int' | 'decimal' | 'flag' | 'time' | 'choice' | 'json' | 'input';

/**
 * The declaration of a field, as recorded by its decorator. The checks, the GraphQL schema and the MCP tools are
 * derived from it.
 */
export interface FieldDeclaration {
  readonly kind: FieldKind;
  readonly list: boolean;
  /** Rules of the value, or of each entry of a list. */
  readonly rules: readonly Rule[];
  readonly listRules: readonly Rule[];
  readonly nested?: (() => Type<object>) | undefined;
  /** All values of the enum of a choice. */
  readonly values?: (() => readonly string[]) | undefined;
  /** JSON Schema that agents should follow; it is not used for checks. */
  readonly shape?: JsonSchema | undefined;
  readonly settings: FieldSettings<unknown> &
    Pick<ChoiceSettings<unknown>, 'unlisted'> &
    Pick<InputSettings<unknown>, 'spread'>;
}

const declarations = new WeakMap<object, Map<string, FieldDeclaration>>();
/** Fields of a class with those that it inherits, by prototype. They no longer change when a value is checked. */
const allFields = new WeakMap<object, ReadonlyMap<string, FieldDeclaration>>();
lookUpRulesOnce();

// ───────────────────────────── one value ─────────────────────────────

/** A string with bounds on its length. */
export function Text(settings: TextSettings = {}): PropertyDecorator {
  return declare(() => String, settings, { kind: 'text', rules: textRules(settings) });
}

/** An id given by a caller: 1–512 characters without control characters. */
export function Id(settings: IdSettings = {}): PropertyDecorator {
  return declare(() => ID, settings, { kind: 'id', rules: idRules(settings.blank) });
}

/** Key by which a repeated report is recognized: 1–512 characters without control characters. */
export function IdempotencyKey(): PropertyDecorator {
  const description =
    'Key chosen by the caller that makes retries safe. Repeating a call with the same key returns the first answer; a call with the same key and different content fails with CONFLICT.';
  return declare(() => String, { optional: true, description, secrets: 'refuse' }, { kind: 'text', rules: idRules() });
}

/** A whole number. */
export function Count(settings: NumberSettings = {}): PropertyDecorator {
  return declare(() => Int, settings, { kind: 'int', rules: [IS_INT, ...numberRules(settings)] });
}

/** A number that may have a fraction; NaN and infinity are rejected. */
export function Decimal(settings: NumberSettings = {}): PropertyDecorator {
  return declare(() => Float, settings, { kind: 'decimal', rules: [IS_NUMBER, ...numberRules(settings)] });
}

export function Flag(settings: FieldSettings<boolean> = {}): PropertyDecorator {
  return declare(() => Boolean, settings, { kind: 'flag', rules: [IS_BOOLEAN] });
}

/** A time, which becomes a `Date` in the class. */
export function Time(settings: FieldSettings<Date> = {}): PropertyDecorator {
  return declare(() => DateTime, settings, { kind: 'time', rules: [IS_DATE] });
}

/** A value of an enum registered with `registerEnumType`. */
export function Choice<Value extends string>(
  options: () => Readonly<Record<string, Value>>,
  settings: ChoiceSettings<Value> = {},
): PropertyDecorator {
  return declare(options, settings, choice(options));
}

/** Settings of a field that takes any JSON. */
export interface JsonSettings extends FieldSettings<unknown>, JsonBounds {
  /** JSON Schema that agents should follow; the service itself checks what it needs. */
  readonly shape?: JsonSchema;
}

/** Any JSON value, up to 100 levels deep. */
export function Json(settings: JsonSettings = {}): PropertyDecorator {
  return declare(() => JSONValue, settings, { kind: 'json', rules: jsonRules(settings), shape: settings.shape });
}

/** Another class of inputs. */
export function Input<Value extends object>(
  type: () => Type<Value>,
  settings: InputSettings<Value> = {},
): PropertyDecorator {
  return declare(type, settings, { kind: 'input', rules: [IS_OBJECT], nested: type });
}

// ───────────────────────────── lists ─────────────────────────────

/** A list of strings; `max` and `min` apply to each of them. */
export function Texts(settings: ListSettings<string> & Pick<TextSettings, 'max' | 'min'> = {}): PropertyDecorator {
  return declare(() => [String], settings, { kind: 'text', rules: textRules(settings), list: settings });
}

/** A list of numbers that may have fractions; `max` and `min` apply to each of them. */
export function Decimals(settings: ListSettings<number> & NumberBounds = {}): PropertyDecorator {
  return declare(() => [Float], settings, {
    kind: 'decimal',
    rules: [IS_NUMBER, ...numberRules(settings)],
    list: settings,
  });
}

export function Ids(settings: ListSettings<string> = {}): PropertyDecorator {
  return declare(() => [ID], settings, { kind: 'id', rules: idRules(), list: settings });
}

export function Choices<Value extends string>(
  options: () => Readonly<Record<string, Value>>,
  settings: ListSettings<Value> = {},
): PropertyDecorator {
  return declare(() => [options()], settings, { ...choice(options), list: settings });
}

/**
 * A list of JSON values that the service checks one by one, so that an invalid one does not cause others to be
 * rejected.
 */
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

/** How values from a transport other than GraphQL are read. */
export interface ValidationSettings {
  /**
   * If true, values are texts, as in a query string: `5` is a number, `true` a flag, and `a,b` or a repeated key a
   * list.
   */
  readonly fromText?: boolean;
  /** Prefix of each path, followed by a dot. */
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
  const refused: FieldProblem[] = [];
  const instance = instantiate(type, plain, { fromText: settings.fromText ?? false, at, refused });
  const errors = validateSync(instance, { forbidUnknownValues: false });
  const broken = errors.flatMap((error) => problemsOf(error, at));
  const others = broken.filter(({ path }) => !refused.some((known) => known.path === path));
  const problems = [...others, ...refused];
  if (problems.length > 0) throw new BadUserInputError(problems);
  return instance;
}

interface Conversion {
  readonly fromText: boolean;
  /** Path of the instance, followed by a dot. */
  readonly at: string;
  /** Collects fields that no class declares, and lists that are too long. */
  readonly refused: FieldProblem[];
}

// class-transformer is not used because it walks into JSON values and drops their keys `constructor` and `__proto__`.
// Unknown fields are found here because class-validator does not see these two.
function instantiate<Value extends object>(
  type: Type<Value>,
  plain: Record<string, unknown>,
  conversion: Conversion,
): Value {
  const instance: Record<string, unknown> = new type() as Record<string, unknown>;
  const fields = fieldsOf(type.prototype as object);
  conversion.refused.push(...unknownFields(plain, (name) => fields.has(name), conversion.at));
  for (const [name, field] of fields) {
    const value = Object.hasOwn(plain, name) ? (plain[name] ?? undefined) : undefined;
    if (value !== undefined) {
      instance[name] = convert(field, value, { ...conversion, at: `${conversion.at}${name}.` });
    } else if (field.settings.default !== undefined) {
      instance[name] = field.settings.default;
    }
  }
  return instance as Value;
}

/** Maximum number of unknown fields that are reported. */
const MAX_UNKNOWN = 20;

/** The first fields that an input does not have, each with a problem. There may be very many. */
export function unknownFields(
  given: Readonly<Record<string, unknown>>,
  isKnown: (name: string) => boolean,
  at: string,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const name of Object.keys(given)) {
    if (isKnown(name)) continue;
    const path = `${at}${name}`;
    problems.push({ path, rule: 'whitelistValidation', message: `${path} is not a field of this input` });
    if (problems.length === MAX_UNKNOWN) break;
  }
  return problems;
}

function convert(field: FieldDeclaration, value: unknown, conversion: Conversion): unknown {
  if (!field.list) return convertOne(field, value, conversion);
  const entries =
    conversion.fromText && typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;
  if (!Array.isArray(entries)) return entries;
  const tooLong = tooLongList(field, entries);
  if (tooLong) {
    conversion.refused.push(problem(conversion.at.slice(0, -1), tooLong));
    return [];
  }
  return entries.map((entry, index) => convertOne(field, entry, { ...conversion, at: `${conversion.at}${index}.` }));
}

/** The rule that a list breaks by its length. Its entries are then not looked at, since there may be very many. */
export function tooLongList({ listRules }: FieldDeclaration, entries: readonly unknown[]): Rule | undefined {
  return listRules.find(({ name, holds }) => name === 'arrayMaxSize' && !holds(entries));
}

function convertOne(field: FieldDeclaration, value: unknown, conversion: Conversion): unknown {
  if (field.kind === 'input' && field.nested && isRecord(value)) return instantiate(field.nested(), value, conversion);
  if (typeof value !== 'string') return value;
  if (field.kind === 'time') return parseDateTime(value) ?? value;
  if (!conversion.fromText) return value;
  if ((field.kind === 'int' || field.kind === 'decimal') && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  if (field.kind === 'flag' && /^(true|false)$/.test(value)) return value === 'true';
  return value;
}

function problemsOf(error: ValidationError, at: string): FieldProblem[] {
  const path = `${at}${error.property}`;
  const { constraints: broken = {}, children = [], target } = error;
  // A list entry that is not an object has no fields, so the entry itself is reported.
  if ('nestedValidation' in broken) return [problem(path, IS_OBJECT)];
  if (children.length > 0) return children.flatMap((child) => problemsOf(child, `${path}.`));
  const field = target && fieldsOf(Object.getPrototypeOf(target) as object).get(error.property);
  return field ? brokenRules(field, error.value).map(([step, rule]) => problem(path + step, rule)) : [];
}

/** The first rule that a value breaks; for a list whose length is right, the first that each of its entries breaks. */
function brokenRules({ list, listRules, rules }: FieldDeclaration, value: unknown): (readonly [step: string, Rule])[] {
  const first = (all: readonly Rule[], one: unknown, step: string) => {
    const rule = all.find(({ holds }) => !holds(one));
    return rule ? [[step, rule] as const] : [];
  };
  if (!list) return first(rules, value, '');
  const ofList = first(listRules, value, '');
  if (ofList.length > 0 || !Array.isArray(value)) return ofList;
  return value.flatMap((entry: unknown, index) => first(rules, entry, `.${index}`));
}

function problem(path: string, rule: Rule): FieldProblem {
  return { path, rule: rule.name, message: `${path} ${rule.says}` };
}

// ───────────────────────────── declaring ─────────────────────────────

interface Declaring extends Pick<FieldDeclaration, 'kind' | 'rules' | 'nested' | 'values' | 'shape'> {
  readonly list?: ListBounds;
}

function choice(options: () => Readonly<Record<string, string>>): Declaring {
  const values = () => Object.values(options());
  return { kind: 'choice', rules: [isEnum(values)], values };
}

function declare(type: ReturnTypeFunc, settings: FieldSettings<unknown>, declaring: Declaring): PropertyDecorator {
  const { list, ...declared } = declaring;
  const { nested } = declared;
  const optional = settings.optional ?? false;
  const field: FieldDeclaration = {
    ...declared,
    list: list !== undefined,
    listRules: list ? listRules(list) : [],
    settings,
  };
  const shown: FieldOptions = { nullable: optional, description: settings.description, defaultValue: settings.default };
  // One constraint for all rules, so that the check ends at the first one that is broken.
  const validator = { validate: (value: unknown) => brokenRules(field, value).length === 0 };
  const decorators = [Field(type, shown), ValidateBy({ name: 'rules', validator })];
  if (optional) decorators.push(IsOptional());
  if (nested) decorators.push(ValidateNested({ each: field.list }));
  const decorate = applyDecorators(...decorators) as PropertyDecorator;
  return (target, property) => {
    decorate(target, property);
    const own = declarations.get(target) ?? new Map<string, FieldDeclaration>();
    declarations.set(target, own.set(String(property), field));
  };
}

/** The fields that a class declares, by the prototype of the class; those of the classes it extends come first. */
export function fieldsOf(prototype: object | null): ReadonlyMap<string, FieldDeclaration> {
  if (prototype === null || prototype === Object.prototype) return new Map();
  const known = allFields.get(prototype);
  if (known) return known;
  const inherited = fieldsOf(Object.getPrototypeOf(prototype) as object | null);
  const all = new Map([...inherited, ...(declarations.get(prototype) ?? [])]);
  allFields.set(prototype, all);
  return all;
}

/**
 * Keeps the rules of each class after class-validator has looked them up for the first time. Otherwise it searches all
 * input classes for inherited rules at each check, which takes longer than the check itself.
 */
function lookUpRulesOnce(): void {
  const storage = getMetadataStorage();
  const lookUp = storage.getTargetValidationMetadatas.bind(storage);
  const rulesOf = new WeakMap<object, ReturnType<typeof lookUp>>();
  storage.getTargetValidationMetadatas = (target, schema, always, strictGroups, groups) => {
    // The service uses neither schemas nor groups of rules.
    if (schema || always || strictGroups || groups?.length) return lookUp(target, schema, always, strictGroups, groups);
    const known = rulesOf.get(target);
    if (known) return known;
    const rules = lookUp(target, schema, always, strictGroups, groups);
    rulesOf.set(target, rules);
    return rules;
  };
}

/** Whether a class declares fields with these decorators. */
export function isInputClass(type: unknown): boolean {
  return typeof type === 'function' && fieldsOf(type.prototype as object | null).size > 0;
}
