import { valueText } from '../formatter.js';
import { TemplateError } from './template-error.js';

// Format strings like those of Python's str.format: `{text}`, `{metadata[team]}`, `{pieces[0].content}`,
// `{pieces[0][score]:.2f}`; `{{` and `}}` are braces. Values are inserted unchanged: braces in them have no meaning.

interface FormatField {
  readonly name: string;
  readonly path: readonly string[];
  /** Number of decimals; undefined if the value is written unchanged. */
  readonly digits: number | undefined;
  readonly line: number;
}

type FormatPart = { readonly literal: string } | FormatField;

const FIELD = /^([A-Za-z_][A-Za-z0-9_]*)((?:\.[A-Za-z_][A-Za-z0-9_]*|\[[^[\]]+\])*)(?::\.(\d{1,2})f)?$/;

/**
 * Parses a format string.
 *
 * @param names names of the available values
 * @throws TemplateError with the line of the error
 */
export function parseFormat(template: string, names: ReadonlySet<string>): readonly FormatPart[] {
  const parts: FormatPart[] = [];
  let literal = '';
  let line = 1;
  for (let at = 0; at < template.length; at++) {
    const character = template[at] ?? '';
    if (character === '\n') line += 1;
    if (character !== '{' && character !== '}') {
      literal += character;
    } else if (template[at + 1] === character) {
      literal += character;
      at += 1;
    } else if (character === '}') {
      throw new TemplateError('template', 'a single } stands where no field is open; for the character write }}', line);
    } else {
      const end = template.indexOf('}', at);
      if (end < 0) throw new TemplateError('template', 'a { is not closed; for the character write {{', line);
      parts.push({ literal }, fieldOf(template.slice(at + 1, end), names, line));
      literal = '';
      at = end;
    }
  }
  return [...parts, { literal }];
}

/**
 * Inserts values into a parsed format string. Missing values are empty.
 *
 * @param most maximum characters of the result
 * @throws TemplateError when a number format is applied to another value, or the text becomes too long
 */
export function renderFormat(
  parts: readonly FormatPart[],
  values: Readonly<Record<string, unknown>>,
  most: number,
): string {
  let text = '';
  for (const part of parts) {
    text += 'literal' in part ? part.literal : fieldText(part, values);
    if (text.length > most) throw new TemplateError('templateSize', `the template writes more than ${most} characters`);
  }
  return text;
}

function fieldText({ name, path, digits, line }: FormatField, values: Readonly<Record<string, unknown>>): string {
  const value = [name, ...path].reduce<unknown>(member, values);
  if (value === undefined || value === null) return '';
  if (digits === undefined) return typeof value === 'string' ? value : valueText(value);
  if (typeof value === 'number') return value.toFixed(digits);
  throw new TemplateError('template', `{${name}…:.${digits}f} is for numbers alone`, line);
}

function fieldOf(field: string, names: ReadonlySet<string>, line: number): FormatField {
  const [, name = '', path = '', digits] = FIELD.exec(field) ?? [];
  if (name === '') {
    const like = '{name}, {name.field}, {name[key]} or {name:.2f}';
    throw new TemplateError('template', `{${field.slice(0, 60)}} is none of ${like}`, line);
  }
  if (!names.has(name)) {
    throw new TemplateError('template', `{${name}} is not known; there are ${[...names].join(', ')}`, line);
  }
  const steps = [...path.matchAll(/\.([^.[\]]+)|\[([^[\]]+)\]/g)].map(([, dotted, keyed]) => dotted ?? keyed ?? '');
  return { name, path: steps, digits: digits === undefined ? undefined : Number(digits), line };
}

/** Reads a field or list entry; inherited properties are not accessible. */
function member(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  // `length` is an own property of arrays, but not a field in Python.
  if (Array.isArray(value) && !/^\d+$/.test(key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
