import type { Type } from '@nestjs/common';
import { BadUserInputError, type FieldProblem } from '../common/errors.js';
import { IS_DATE, IS_OBJECT, type JsonSchema } from '../common/input-rules.js';
import { isRecord, ownValue } from '../common/json.js';
import { DATE_TIME, parseDateTime } from '../common/scalars.js';
import type { ConfiguredArgument } from '../common/tool.js';
import { type FieldDeclaration, fieldsOf, tooLongList, unknownFields, validateInput } from '../common/validation.js';
import { inSnakeCase, type ObjectSchema, snakeCase } from './names.js';

interface ToolInputSettings {
  /** Keyed by property name. */
  readonly configured?: Readonly<Record<string, ConfiguredArgument>>;
  /** True if agents write enum values in lower case. */
  readonly lowerCase?: boolean;
  /** Properties that become arguments, in this order; default all properties of the class. */
  readonly only?: readonly string[];
}

/** An argument, and the path of its value in the input class. */
interface Argument {
  readonly name: string;
  /** Property names from the root; more than one if a nested class is spread. */
  readonly path: readonly string[];
  readonly field: FieldDeclaration;
}

/** GraphQL integers have 32 bits. */
const INT = { min: -2_147_483_648, max: 2_147_483_647 };

/**
 * The arguments of a tool: the fields of an input class, under the names that agents use. Types are checked like
 * GraphQL variables, and rules by the class, so that GraphQL and MCP reject the same input with the same path and rule.
 */
export class ToolInput {
  private readonly names = new Map<string, string>();

  /** @throws Error when two fields of the class would become the same argument */
  constructor(
    private readonly type: Type<object>,
    private readonly settings: ToolInputSettings = {},
  ) {
    this.collectNames(type);
  }

  /** Agents' names by property name, for texts that mention properties. */
  get namesInTexts(): ReadonlyMap<string, string> {
    return this.names;
  }

  /** Where the idempotency key is among the arguments; undefined if there is none. */
  get keyPlace(): readonly string[] | undefined {
    const key = this.argumentsOf(this.type).find(({ path }) => path.at(-1) === 'idempotencyKey');
    return key && [key.name];
  }

  /** The arguments in the form of MCP prompt arguments. */
  list(): { name: string; description: string; required: boolean }[] {
    return this.argumentsOf(this.type).map(({ name, field }) => {
      return { name, description: field.settings.description ?? '', required: isRequired(field) };
    });
  }

  schema(): ObjectSchema {
    return this.objectSchema(this.type, this.settings.configured ?? {});
  }

  /**
   * @returns an instance of the class
   * @throws BadUserInputError with every wrong argument, under the agents' names
   */
  read(given: Readonly<Record<string, unknown>>): object {
    const problems: FieldProblem[] = [];
    const plain = this.plainOf(this.type, given, '', problems);
    for (const [property, { default: value }] of Object.entries(this.settings.configured ?? {})) {
      plain[property] ??= value;
    }
    try {
      const input = validateInput(this.type, plain);
      if (problems.length === 0) return input;
    } catch (error) {
      if (!(error instanceof BadUserInputError)) throw error;
      const broken = this.renamed(error).fields;
      problems.push(...broken.filter(({ path }) => !problems.some((known) => concern(known.path, path))));
    }
    throw new BadUserInputError(problems);
  }

  /** Converts property names in a service's error to argument names. */
  renamed(error: BadUserInputError): BadUserInputError {
    return new BadUserInputError(
      error.fields.map(({ path, rule, message }) => {
        const renamed = this.nameOf(path);
        return { path: renamed, rule, message: inSnakeCase(message.replace(path, renamed), this.names) };
      }),
    );
  }

  /** The path of a value under the names that agents use. */
  nameOf(path: string): string {
    return this.pathOf(this.type, path.split('.'));
  }

  private argumentsOf(type: Type<object>): Argument[] {
    const all = argumentsIn(type);
    const { only } = this.settings;
    return type === this.type && only
      ? only.flatMap((property) => all.filter(({ path }) => path[0] === property))
      : all;
  }

  private collectNames(type: Type<object>): void {
    const taken = new Set<string>();
    for (const { name, path, field } of this.argumentsOf(type)) {
      if (taken.has(name)) throw new Error(`Two fields of ${type.name} are the argument ${name}`);
      taken.add(name);
      this.names.set(path.at(-1) ?? name, name);
      if (field.nested) this.collectNames(field.nested());
    }
  }

  private pathOf(type: Type<object>, [property = '', ...rest]: readonly string[]): string {
    const fields = fieldsOf(type.prototype as object);
    const field = fields.get(property);
    if (!field) return [property, ...rest].join('.');
    const own = field.settings.spread ? [] : [nameOf(property, field)];
    if (!field.nested) return [...own, ...rest].join('.');
    const index = field.list ? rest.slice(0, 1) : [];
    const inner = rest.slice(index.length);
    return [...own, ...index, ...(inner.length === 0 ? [] : [this.pathOf(field.nested(), inner)])].join('.');
  }

  // ───────────────────────────── schema ─────────────────────────────

  private objectSchema(
    type: Type<object>,
    configured: Readonly<Record<string, ConfiguredArgument>> | undefined,
  ): ObjectSchema {
    const fields = this.argumentsOf(type);
    const required = fields.filter(({ field }) => isRequired(field)).map(({ name }) => name);
    return {
      type: 'object',
      properties: Object.fromEntries(
        fields.map(({ name, path: [property = ''], field }) => {
          const schema = this.fieldSchema(field, configured?.[property]);
          // Null is accepted like an omitted value, because agents often pass on output of an LLM, which writes null
          // for omitted values.
          const withNull = configured === undefined && field.settings.optional && field.settings.default === undefined;
          return [name, withNull ? orNull(schema) : schema];
        }),
      ),
      // Unknown arguments are refused without `additionalProperties: false`, which some clients refuse.
      ...(required.length > 0 && { required }),
    };
  }

  private fieldSchema(field: FieldDeclaration, configured: ConfiguredArgument | undefined): JsonSchema {
    const { description } = field.settings;
    const one = this.valueSchema(field);
    const given = configured ? configured.default : field.settings.default;
    return {
      ...(field.list ? { type: 'array', items: one, ...keywords(field.listRules) } : one),
      ...(configured?.max !== undefined && { maximum: configured.max }),
      ...(given !== undefined && { default: field.values ? this.written(given) : given }),
      ...(description !== undefined && { description: inSnakeCase(description, this.names) }),
    };
  }

  private valueSchema(field: FieldDeclaration): JsonSchema {
    switch (field.kind) {
      case 'text':
      case 'id':
        return { type: 'string', ...keywords(field.rules) };
      case 'int':
        return { type: 'integer', maximum: INT.max, ...keywords(field.rules) };
      case 'decimal':
        return { type: 'number', ...keywords(field.rules) };
      case 'flag':
        return { type: 'boolean' };
      case 'time':
        return { type: 'string', pattern: DATE_TIME.source };
      case 'choice':
        return { type: 'string', enum: this.offered(field) };
      case 'json':
        return { ...(field.rules.includes(IS_OBJECT) && { type: 'object' }), ...field.shape };
      case 'input':
        return field.nested ? this.objectSchema(field.nested(), undefined) : { type: 'object' };
    }
  }

  private offered({ values, settings: { unlisted = [] } }: FieldDeclaration): string[] {
    return (values?.() ?? []).filter((value) => !unlisted.includes(value)).map((value) => String(this.written(value)));
  }

  /** Converts an enum value to the form that agents use. */
  private written(value: unknown): unknown {
    return this.settings.lowerCase && typeof value === 'string' ? value.toLowerCase() : value;
  }

  // ───────────────────────────── reading ─────────────────────────────

  /** The input of `validateInput`. Values of a wrong type are left out and reported as problems. */
  private plainOf(
    type: Type<object>,
    given: Readonly<Record<string, unknown>>,
    at: string,
    problems: FieldProblem[],
  ): Record<string, unknown> {
    const plain: Record<string, unknown> = {};
    const known = this.argumentsOf(type);
    for (const { name, path, field } of known) {
      const value = Object.hasOwn(given, name) ? given[name] : undefined;
      const full = `${at}${name}`;
      if (value === undefined || value === null) {
        if (isRequired(field)) problems.push(missing(full));
        continue;
      }
      setAt(plain, path, this.valueOf(field, value, full, problems));
    }
    // For a spread class, problems of its fields are reported, not of the class itself.
    for (const [property, field] of fieldsOf(type.prototype as object)) {
      if (field.settings.spread && field.nested && isRequired(field)) plain[property] = ownValue(plain, property) ?? {};
    }
    const names = new Set(known.map(({ name }) => name));
    problems.push(...unknownFields(given, (name) => names.has(name), at));
    return plain;
  }

  private valueOf(field: FieldDeclaration, value: unknown, path: string, problems: FieldProblem[]): unknown {
    if (!field.list) return this.oneOf(field, value, path, problems);
    // As in GraphQL, a single value is accepted as a list of one.
    if (!Array.isArray(value)) {
      const one = this.oneOf(field, value, path, problems);
      return one === undefined ? undefined : [one];
    }
    const tooLong = tooLongList(field, value);
    if (tooLong) {
      problems.push({ path, rule: tooLong.name, message: `${path} ${tooLong.says}` });
      return undefined;
    }
    const entries = value.map((entry: unknown, index) => this.oneOf(field, entry, `${path}.${index}`, problems));
    return entries.includes(undefined) ? undefined : entries;
  }

  /** @returns undefined when the value has a wrong type */
  private oneOf(field: FieldDeclaration, value: unknown, path: string, problems: FieldProblem[]): unknown {
    if (value === null || value === undefined) {
      problems.push(missing(path));
      return undefined;
    }
    const { kind, nested } = field;
    if (nested && isRecord(value)) {
      return this.plainOf(nested(), value, `${path}.`, problems);
    }
    const says = this.wrongType(field, value);
    if (says !== undefined) {
      problems.push({ path, rule: 'type', message: `${path} ${says}` });
      return undefined;
    }
    if (kind === 'id' && typeof value === 'number') return String(value);
    const isWritten = kind === 'choice' && typeof value === 'string';
    return isWritten ? field.values?.().find((known) => this.written(known) === value) : value;
  }

  /** @returns a description of the required type; undefined when the value has it */
  private wrongType(field: FieldDeclaration, value: unknown): string | undefined {
    switch (field.kind) {
      case 'text':
        return typeof value === 'string' ? undefined : 'must be a string';
      case 'id':
        return typeof value === 'string' || Number.isInteger(value) ? undefined : 'must be a string';
      case 'int':
        return Number.isInteger(value) && Number(value) >= INT.min && Number(value) <= INT.max
          ? undefined
          : 'must be a whole number of 32 bits';
      case 'decimal':
        return Number.isFinite(value) ? undefined : 'must be a finite number';
      case 'flag':
        return typeof value === 'boolean' ? undefined : 'must be true or false';
      case 'time':
        return typeof value === 'string' && parseDateTime(value) ? undefined : IS_DATE.says;
      case 'choice':
        return (field.values?.() ?? []).some((known) => this.written(known) === value)
          ? undefined
          : `must be one of ${this.offered(field).join(', ')}`;
      case 'json':
        return undefined;
      case 'input':
        return IS_OBJECT.says;
    }
  }
}

function argumentsIn(type: Type<object>): Argument[] {
  return [...fieldsOf(type.prototype as object)].flatMap(([property, field]): Argument[] =>
    field.settings.spread && field.nested
      ? argumentsIn(field.nested()).map((inner) => ({ ...inner, path: [property, ...inner.path] }))
      : [{ name: nameOf(property, field), path: [property], field }],
  );
}

function isRequired({ settings }: FieldDeclaration): boolean {
  return !(settings.optional ?? false) && settings.default === undefined;
}

function missing(path: string): FieldProblem {
  return { path, rule: 'isDefined', message: `${path} must be given` };
}

function nameOf(property: string, { settings }: FieldDeclaration): string {
  return settings.agentName ?? snakeCase(property);
}

function setAt(plain: Record<string, unknown>, [property = '', ...inner]: readonly string[], value: unknown): void {
  if (value === undefined) return;
  if (inner.length === 0) plain[property] = value;
  else setAt((plain[property] ??= {}) as Record<string, unknown>, inner, value);
}

/** True if one of the two paths contains the other. */
function concern(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}

function keywords(rules: FieldDeclaration['rules']): JsonSchema {
  return Object.assign({}, ...rules.map(({ schema }) => schema)) as JsonSchema;
}

function orNull({ description, ...schema }: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }], ...(description !== undefined && { description }) };
}
