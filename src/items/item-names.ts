import { ownValue } from '../common/json.js';
import { oneLine } from '../common/text.js';

// Derives the names of an item: its id, menu paths, controls and shortcuts. The functions are pure. The form in which
// names are stored is defined in stored-names.ts.

/** The fields of an item that names are derived from. */
export interface NameableItem {
  readonly id: string;
  readonly description: string;
  readonly uiLocation: string;
  readonly actionSequence: readonly string[];
  readonly shortcut: string | null;
}

/** A name by which a text may refer to an item. */
export interface Name {
  readonly kind: 'id' | 'path' | 'control' | 'shortcut';
  readonly name: string;
}

export function keyOf({ kind, name }: Name): string {
  return `${kind} ${name}`;
}

/**
 * Splits a text into runs of letters, digits and underscores. A name that occurs in a text as whole words has all its
 * words here.
 */
export function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

const GENERIC_SEGMENT = /^(?:main )?menu(?: ?bar)?$/;
export const UI_NOUNS =
  'tab|tabs|menu|button|option|entry|item|checkbox|field|box|dialog|window|page|list|column|icon|panel|submenu';
const NOUN_AT_END = new RegExp(`\\s+(?:${UI_NOUNS})$`);
/** Maximum number of segments of a menu location. Paths are derived only from the first ones. */
const MAX_SEGMENTS = 16;
/** Names of calls whose argument is not the name of a control. */
const NO_CONTROL = /^(?:launch|wait|in_|type|answer)/;
const KEY_CALL = /^(?:press|hit|send|hold)_?\w*(?:key|keys|shortcut|hotkey)\b|^(?:press|shortcut|hotkey)\b/;

/**
 * All names of an item, possibly with duplicates. Paths have at least two segments; every suffix of a longer path is
 * a path, too.
 */
export function namesOf(item: NameableItem): Name[] {
  const names: Name[] = [{ kind: 'id', name: normalise(item.id) }];
  const control = (name: string) => {
    for (const each of new Set([name, name.replace(NOUN_AT_END, '')])) {
      if (each !== '') names.push({ kind: 'control', name: each });
    }
  };
  if (item.shortcut !== null) names.push(...shortcutsOf(item.shortcut));
  for (const location of normalise(item.uiLocation).split(/\s*(?:;|,? or )\s*/)) {
    const segments = location.split(' > ').map((segment) => segment.trim());
    if (GENERIC_SEGMENT.test(segments[0] ?? '')) segments.shift();
    for (let start = Math.max(0, segments.length - MAX_SEGMENTS); start + 1 < segments.length; start++) {
      names.push({ kind: 'path', name: segments.slice(start).join(' > ') });
    }
    for (const segment of segments) {
      control(segment);
      for (const part of segment.split(/ \/ |, | \(|\)/)) control(part.trim());
    }
  }
  for (const line of item.actionSequence) {
    const call = callOf(line);
    // A quoted text is the name of a control, even inside a sentence.
    if (!call) for (const quoted of quotedIn(normalise(line))) control(quoted);
    else if (KEY_CALL.test(call.verb))
      names.push(...[...call.arguments, call.arguments.join('+')].flatMap(shortcutsOf));
    else if (!NO_CONTROL.test(call.verb)) {
      for (const argument of call.arguments) if (!argument.includes('<')) control(normalise(argument));
    }
  }
  return names;
}

interface Call {
  readonly verb: string;
  readonly arguments: readonly string[];
}

/** Parses a call such as `click_menu('File')`; undefined if the line is not a call. */
export function callOf(line: string): Call | undefined {
  const [, verb, inner = ''] = /^(?:\w+\.)*(\w+) ?\((.*)\) ?;?$/.exec(oneLine(line)) ?? [];
  if (verb === undefined) return undefined;
  const given = [...inner.matchAll(/(?:\w+ ?= ?)?(?:'([^']*)'|"([^"]*)"|([^,'"]+))/g)];
  return {
    verb,
    arguments: given
      .map(([, single, double, bare]) => (single ?? double ?? bare ?? '').trim())
      .filter((each) => each !== ''),
  };
}

function shortcutsOf(text: string): Name[] {
  const parts = [text, ...text.split(/\s*(?:[,;|]|\/|\bor\b)\s*/i)];
  const names = new Set(parts.map(normaliseShortcut).filter((name) => name !== ''));
  return [...names].map((name) => ({ kind: 'shortcut', name }));
}

export const QUOTED =
  /(?<![\p{L}\p{N}])(?:'([^']{1,100})'|"([^"]{1,100})"|`([^`]{1,100})`|“([^”]{1,100})”|‘([^’]{1,100})’)(?![\p{L}\p{N}])/gu;
function quotedIn(text: string): string[] {
  return [...text.matchAll(QUOTED)].map((match) => quotedPart(match));
}

export function quotedPart(match: RegExpExecArray): string {
  return match.slice(1).find((group) => group !== undefined) ?? '';
}

/** Converts a text to lower case, with single spaces between words and one kind of arrow. */
export function normalise(text: string): string {
  return oneLine(text.toLowerCase())
    .replace(/ ?(?:→|⟶|➔|->|=>|>|»|›) ?/g, ' > ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

const MODIFIERS: Readonly<Record<string, string>> = {
  control: 'ctrl',
  strg: 'ctrl',
  command: 'cmd',
  option: 'alt',
  windows: 'win',
};
const KEYS: Readonly<Record<string, string>> = { del: 'delete', ins: 'insert', escape: 'esc', return: 'enter' };

/** Turns `Shift + Control+O` into `ctrl+shift+o`. */
export function normaliseShortcut(text: string): string {
  const keys = text
    .toLowerCase()
    .replace(/\s+/g, '')
    .split('+')
    .filter((key) => key !== '');
  const last = keys.pop() ?? '';
  const modifiers = keys.map((key) => ownValue(MODIFIERS, key) ?? key).sort();
  return [...modifiers, ownValue(KEYS, last) ?? last].join('+');
}

const CHORD =
  /(?<![\p{L}\p{N}+])(?:(?:ctrl|control|strg|alt|option|shift|cmd|command|meta|win|windows) ?\+ ?){1,4}(?:[a-z]+\d{0,2}|\d|[^\s\p{L}\p{N}])(?![\p{L}\p{N}])/gu;
const FUNCTION_KEY = /(?<![\p{L}\p{N}+])f(?:[1-9]|1[0-2])(?![\p{L}\p{N}])/gu;

/** Finds shortcuts in a normalised text, with their positions. */
export function chordsIn(text: string): { start: number; end: number; shortcut: string }[] {
  return [CHORD, FUNCTION_KEY].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      shortcut: normaliseShortcut(match[0]),
    })),
  );
}
