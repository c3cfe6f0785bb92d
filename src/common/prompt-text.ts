import { readsAsOwn } from './prompt-grammar.js';
import { oneLine } from './text.js';

// The one way of a stored text into a prompt. A value of one line is printed as it is; what could pose as a line of the
// service stands deeper than any of its lines. Pure, and without Nest, since clients use it, too.

/** How far a value stands in that goes on behind a line break, or could be read as a line of the service. */
const INDENT = '  ';

/** All that some reader takes for the end of a line. */
/* eslint-disable no-control-regex -- some of them are control characters */
const LINE_BREAK = /\r\n|[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/u;
const ODD_BREAK = /\r(?!\n)|[\v\f\u001c-\u001e\u0085\u2028\u2029]/gu;
/* eslint-enable no-control-regex */

/**
 * Characters without a width, and those that turn the direction of text: a reader does not see them, a model does. Not
 * those that spelling needs: a joiner between signs of an emoji, a joiner or non-joiner between letters of Arabic and Indic
 * scripts, a selector of the picture behind an emoji, one of a variant behind a Chinese sign.
 */
const HIDDEN = new RegExp(
  // eslint-disable-next-line no-misleading-character-class -- they are looked for one by one
  [
    '(?<![\\p{Extended_Pictographic}\\ufe0f\\u{1f3fb}-\\u{1f3ff}])\\u200d',
    '(?<=[\\p{Extended_Pictographic}\\ufe0f\\u{1f3fb}-\\u{1f3ff}])\\u200d(?!\\p{Extended_Pictographic})',
    '(?<!\\p{Emoji})[\\ufe0e\\ufe0f]',
    '(?<!\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]',
    '\\u200c',
    '[\\ufe00-\\ufe0d\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u200e\\u200f\\u202a-\\u202e]',
    '[\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e007f}]',
  ].join('|'),
  'gu',
);
/** Where none of these is, nothing is hidden: most texts. */
// eslint-disable-next-line no-misleading-character-class -- ranges of signs, not pairs of them
const MAY_BE_HIDDEN = /[\u00ad\u0300-\u03ff\u0600-\u200f\u2028-\u218f\u2c00-\u{10ffff}]/u;
const JOINED =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u;

/** Hidden characters as `\u202e`, the way JSON writes them, so that JSON stays JSON. */
export function visible(text: string): string {
  if (!MAY_BE_HIDDEN.test(text)) return text;
  return text.replace(HIDDEN, (character, place: number) => {
    const isJoiner = character === '\u200c' || character === '\u200d';
    const isBetween = JOINED.test(text[place - 1] ?? '') && JOINED.test(text[place + 1] ?? '');
    return isJoiner && isBetween ? character : codeUnits(character);
  });
}

function codeUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** How a value becomes a single line of a prompt. */
export interface LineOptions {
  /** Blanks within a line are kept as they are; else each run of them becomes one. */
  readonly spaces?: 'kept';
}

/**
 * A line of the service with a value at its end. Further lines of the value follow, each two blanks deeper than the line;
 * empty ones are left out.
 *
 * @param label what the service writes before the value, its indentation included; '' where the value begins the line
 */
export function line(label: string, text: string, { spaces }: LineOptions = {}): string {
  const lines = visible(text)
    .split(LINE_BREAK)
    .map((part) => (spaces === 'kept' ? part.trimEnd() : oneLine(part)))
    .filter((part) => part.trim() !== '');
  const [first = '', ...rest] = lines;
  const indent = `${/^ */.exec(label)?.[0] ?? ''}${INDENT}`;
  const begin = label === '' ? guarded(first.trimStart()) : `${label}${first.trimStart()}`;
  return [begin, ...rest.map((part) => guarded(`${indent}${part}`))].join('\n');
}

/** A value in the midst of a sentence or syntax of the service, where it cannot go on in another line. */
export function flat(text: string): string {
  return visible(oneLine(text));
}

/**
 * A text whose lines mean something, such as code or a screen: they stay as they are. Where one of them reads as the
 * service's, all stand in, so that they keep their places to each other.
 */
export function block(text: string): string {
  let lines = visible(text).replace(ODD_BREAK, '\n').split('\n');
  while (lines.some((one) => readsAsOwn(one.replace(/\r$/, '')))) {
    lines = lines.map((one) => (one.trim() === '' ? one : `${INDENT}${one}`));
  }
  return lines.join('\n');
}

/**
 * A text of turns or paragraphs: its lines stay where they are, but for those that read as the service's, which stand in.
 *
 * @param label what the service writes before its first line
 */
export function guardedLines(label: string, text: string): string {
  const lines = visible(text).replace(ODD_BREAK, '\n').split('\n');
  return label + lines.map((one, place) => (label !== '' && place === 0 ? one : guarded(one))).join('\n');
}

/** A text in which no tag of these names is left: what is written between two of them cannot end there. */
export function withoutTags(text: string, names: readonly string[]): string {
  return text.replace(new RegExp(`<(?=[\\s\\p{Cf}/\\\\]*(?:${names.join('|')})\\b)`, 'giu'), '&lt;');
}

/** A text of others between `<name>` and `</name>`, which it cannot leave. */
export function fenced(name: string, text: string): string {
  return `<${name}>\n${withoutTags(guardedLines('', text), [name])}\n</${name}>`;
}

/** A text as lines of comments, none of which is read as the service's. */
export function comment(mark: string, text: string): string[] {
  return visible(text)
    .split(LINE_BREAK)
    .map((part) => {
      let shown = part;
      while (readsAsOwn(`${mark} ${shown}`)) shown = `${INDENT}${shown}`;
      return `${mark} ${shown}`;
    });
}

/** JSON in one line, or in several where `space` says how far they stand in. */
export function jsonText(value: unknown, space?: number): string {
  // JSON leaves these line breaks as they are.
  return visible((JSON.stringify(value, null, space) ?? 'null').replace(/[\u0085\u2028\u2029]/g, codeUnits));
}

function guarded(text: string): string {
  let shown = text;
  while (readsAsOwn(shown)) shown = `${INDENT}${shown}`;
  return shown;
}
