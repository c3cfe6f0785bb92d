import { CUT_HERE, readsAsOwn } from './prompt-grammar.js';
import { oneLine, wholeSentences } from './text.js';

// The only code that writes stored text into a prompt. A one-line value is printed unchanged; a line that could be
// mistaken for a line of the service is indented more deeply than any such line.

/** Indentation of the further lines of a value, and of lines that could be mistaken for the service's. */
const INDENT = '  ';

/** All characters that some reader treats as a line break. */
/* eslint-disable no-control-regex -- some of them are control characters */
const LINE_BREAK = /\r\n|[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/u;
const ODD_BREAK = /\r(?!\n)|[\v\f\u001c-\u001e\u0085\u2028\u2029]/gu;
/* eslint-enable no-control-regex */

/**
 * Zero-width characters, those that change the direction of text, and control characters: people do not see them, but models
 * and terminals read them. Excluded are those that spelling needs: a joiner between parts of an emoji, a joiner or non-joiner between letters of
 * Arabic and Indic scripts, a variation selector after an emoji or a Chinese character.
 */
const HIDDEN = new RegExp(
  // eslint-disable-next-line no-misleading-character-class -- they are looked for one by one
  [
    '(?<![\\p{Extended_Pictographic}\\ufe0f\\u{1f3fb}-\\u{1f3ff}])\\u200d',
    '(?<=[\\p{Extended_Pictographic}\\ufe0f\\u{1f3fb}-\\u{1f3ff}])\\u200d(?!\\p{Extended_Pictographic})',
    '(?<!\\p{Emoji})[\\ufe0e\\ufe0f]',
    '(?<!\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]',
    '\\u200c',
    // Control characters that are no line breaks: terminals act on the escapes that begin with U+001B or U+009B.
    '[\\0-\\u0008\\u000e-\\u001b\\u001f\\u007f-\\u0084\\u0086-\\u009f]',
    '[\\ufe00-\\ufe0d\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u200e\\u200f\\u202a-\\u202e]',
    '[\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e007f}]',
  ].join('|'),
  'gu',
);
/** A quick check: most texts contain none of these characters, and therefore nothing hidden. */
/* eslint-disable no-misleading-character-class, no-control-regex -- ranges of signs, not pairs of them */
const MAY_BE_HIDDEN =
  /[\0-\u0008\u000e-\u001b\u001f\u007f-\u009f\u00ad\u0300-\u03ff\u0600-\u200f\u2028-\u218f\u2c00-\u{10ffff}]/u;
/* eslint-enable no-misleading-character-class, no-control-regex */
const JOINED =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u;

/** Writes hidden characters as `\u202e`, the way JSON does, so that JSON stays valid. */
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

/** Options for writing a value in a line of a prompt. */
export interface LineOptions {
  /** `kept` keeps spaces within a line. By default, several consecutive spaces become one. */
  readonly spaces?: 'kept';
}

/**
 * A line of the service that ends with a value. Further lines of the value follow, indented by two more spaces than the
 * line; empty lines are dropped.
 *
 * @param label the service's text before the value, with its indentation; '' if the value begins the line
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

/** Writes a value inside a sentence of the service, or inside its syntax. The value is put into one line. */
export function flat(text: string): string {
  return visible(oneLine(text));
}

/**
 * A text whose line structure matters, such as code or a screen: its lines stay unchanged. If one of them could be
 * mistaken for a line of the service, all lines are indented, so that their relative indentation is kept.
 */
export function block(text: string): string {
  let lines = visible(text).replace(ODD_BREAK, '\n').split('\n');
  while (lines.some((one) => readsAsOwn(one.replace(/\r$/, '')))) {
    lines = lines.map((one) => (one.trim() === '' ? one : `${INDENT}${one}`));
  }
  return lines.join('\n');
}

/**
 * A text of turns or paragraphs: only lines that could be mistaken for lines of the service are indented.
 *
 * @param label the service's text before the first line
 */
export function guardedLines(label: string, text: string): string {
  const lines = visible(text).replace(ODD_BREAK, '\n').split('\n');
  return label + lines.map((one, place) => (label !== '' && place === 0 ? one : guarded(one))).join('\n');
}

/** The text with its tags of these names escaped, so that it cannot close an enclosing tag. */
export function withoutTags(text: string, names: readonly string[]): string {
  return text.replace(new RegExp(`<(?=[\\s\\p{Cf}/\\\\]*(?:${names.join('|')})\\b)`, 'giu'), '&lt;');
}

/** Puts a text from outside between `<name>` and `</name>`. The text cannot contain the closing tag. */
export function fenced(name: string, text: string): string {
  return `<${name}>\n${withoutTags(guardedLines('', text), [name])}\n</${name}>`;
}

/** Writes a text as comment lines, none of which can be mistaken for a line of the service. */
export function comment(mark: string, text: string): string[] {
  return visible(text)
    .split(LINE_BREAK)
    .map((part) => {
      let shown = part;
      while (readsAsOwn(`${mark} ${shown}`)) shown = `${INDENT}${shown}`;
      return `${mark} ${shown}`;
    });
}

/**
 * Writes a text, or its beginning up to the end of a sentence and a line that says how much is missing.
 *
 * @param most maximum number of characters of the text; undefined for all of it
 */
export function cutText(ref: string, text: string, most: number | undefined, write: (text: string) => string): string {
  if (most === undefined || text.length <= most) return write(text);
  const shown = wholeSentences(text, most);
  return `${write(shown)}\n${CUT_HERE}${shown.length} of ${text.length} characters. A search gives all of ${flat(ref)}.`;
}

/** JSON in one line, or in several lines if `space` gives their indentation. */
export function jsonText(value: unknown, space?: number): string {
  // Line breaks that JSON.stringify does not escape are escaped here.
  return visible((JSON.stringify(value, null, space) ?? 'null').replace(/[\u0085\u2028\u2029]/g, codeUnits));
}

function guarded(text: string): string {
  let shown = text;
  while (readsAsOwn(shown)) shown = `${INDENT}${shown}`;
  return shown;
}
