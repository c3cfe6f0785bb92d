import { sha256 } from '../common/hash.js';
import { cutAt } from '../common/text.js';
import { applicationToken, namespaceToken } from '../knowledge/facets.js';
import {
  callOf,
  chordsIn,
  type Name,
  type NameableItem,
  keyOf,
  namesOf,
  normalise,
  UI_NOUNS,
  wordsIn,
} from './item-names.js';

// Defines how names of items are stored and found in texts. A name is looked up by its key, which consists of its first
// words and the characters between them. All keys that occur in a text can be computed from the text alone, without
// knowing the names. Prose of items (descriptions and actions in plain words) is stored as tokens, which are searched
// for names as phrases.

/** A name and the index key by which it is found. */
export interface StoredName extends Name {
  readonly key: string;
  /** Hash of kind and name. */
  readonly hash: string;
}

/** All names of an item, and the words of its prose, which may contain names of controls. */
export interface StoredNames {
  readonly names: readonly StoredName[];
  /** Tokens of the description. It names a control if the control is quoted, or stands next to a word for its kind. */
  readonly said: string;
  /** Tokens of actions written in plain words. There, any words may be the name of a control. */
  readonly told: string;
  /** True if some names or prose were left out because of limits. */
  readonly cut: boolean;
}

/** Maximum number of names per item. A typical item has about a 200th of this number. */
const MAX_NAMES = 2_000;
/** Maximum number of characters read of an item's actions and description. */
const MAX_READ = 200_000;
/**
 * Maximum length of a name. A longer name cannot occur in an action, because fewer characters of an action are read.
 */
const MAX_NAME = 5_000;

const KEY = { words: 8, characters: 200, signs: 4 };
const WORD = /[\p{L}\p{N}_]+/gu;
const NO_WORDS = /[^\p{L}\p{N}_]+/gu;

export function storedNames(item: NameableItem): StoredNames {
  const read = item.actionSequence.reduce((sum, line) => sum + line.length, item.description.length);
  if (read > MAX_READ) return { names: [], said: '', told: '', cut: true };
  const names = new Map<string, StoredName>();
  for (const name of namesOf(item)) {
    if (name.name.length > MAX_NAME) continue;
    if (!names.has(keyOf(name))) names.set(keyOf(name), { ...name, key: lookupKey(name.name), hash: nameHash(name) });
    if (names.size > MAX_NAMES) return { names: [], said: '', told: '', cut: true };
  }
  const idInWords = normalise(item.id)
    .replace(/[\s_\-./:]+/g, ' ')
    .trim();
  const free = item.actionSequence.filter((line) => callOf(line) === undefined);
  return {
    names: [...names.values()],
    // The words of the id are treated as quoted text, because they may be the name of a control.
    said: inParts([proseTokens(item.description), [QUOTE, ...tokensOf(idInWords), QUOTE]]),
    told: inParts(free.map(proseTokens)),
    cut: false,
  };
}

export function nameHash(name: Name): string {
  return sha256(keyOf(name)).slice(0, 32);
}

/** The key of a name: its first words, up to 200 characters; for a name without words, its first characters. */
export function lookupKey(name: string): string {
  const words: RegExpExecArray[] = [];
  for (const word of name.matchAll(WORD)) if (words.push(word) === KEY.words) break;
  const [first] = words;
  const last = words.at(-1);
  if (!first || !last) return cutAt(name, KEY.signs);
  return cutKey(name.slice(first.index, last.index + last[0].length));
}

/**
 * Adds the keys of all names that may occur as whole words in a normalised text.
 *
 * @param most maximum number of keys; the search stops soon after this number is reached
 */
export function addKeysIn(text: string, keys: Set<string>, most: number): void {
  const words = [...text.matchAll(WORD)];
  for (const [index, { index: start }] of words.entries()) {
    if (keys.size > most) return;
    for (const last of words.slice(index, index + KEY.words)) {
      const end = last.index + last[0].length;
      keys.add(cutKey(text.slice(start, end)));
      if (end - start >= KEY.characters) break;
    }
  }
  for (const [signs] of text.matchAll(NO_WORDS)) {
    for (let start = 0; start < signs.length && keys.size <= most; start++) {
      for (let length = 1; length <= KEY.signs; length++)
        keys.add(cutAt(signs.slice(start, start + KEY.signs), length));
    }
  }
}

function cutKey(words: string): string {
  return cutAt(words, KEY.characters);
}

// ───────────────────────────── prose ─────────────────────────────

/** Marker token for quotes. Words never contain a colon, so the marker cannot be mistaken for one. */
const QUOTE = 'q:';
const END = 'e:';
/**
 * Marker token around words for kinds of controls (such as "button"), so that one phrase query finds a name next to any
 * of these words.
 */
const NOUN = 'n:';
const SHORTCUT = 'key:';
/** Maximum length of a token; the analyzer of the index cuts words at 255 characters. */
const MAX_TOKEN = 100;
const TOKEN = /[\p{L}\p{N}_]+|[>'"`“”‘’]/gu;
/** Represents "no application" in keys. It cannot collide with the hash of an application, which is longer. */
const ANY_APPLICATION = 'any';

function tokensOf(normalised: string): string[] {
  return (normalised.match(TOKEN) ?? []).flatMap((token) => {
    if (token === '>') return [token];
    if (wordsIn(token).length === 0) return [QUOTE];
    const word = cutAt(token, MAX_TOKEN);
    return isNoun(word) ? [NOUN, word, NOUN] : [word];
  });
}

const NOUNS: ReadonlySet<string> = new Set(UI_NOUNS.split('|'));

/**
 * Whether a word is a noun for a kind of control. If words are joined by underscores, the first or the last of them
 * must be such a noun.
 */
function isNoun(word: string): boolean {
  const parts = word.split('_');
  return NOUNS.has(parts[0] ?? '') || NOUNS.has(parts.at(-1) ?? '');
}

function proseTokens(prose: string): string[] {
  const text = normalise(prose);
  return [...tokensOf(text), ...chordsIn(text).flatMap(({ shortcut }) => [END, shortcutToken(shortcut)])];
}

function shortcutToken(shortcut: string): string {
  return SHORTCUT + cutAt(shortcut.replace(/\s/g, ''), MAX_TOKEN);
}

function inParts(parts: readonly (readonly string[])[]): string {
  return parts.map((tokens) => [...tokens, END].join(' ')).join(' ');
}

/**
 * Builds a query for the full-text index of prose that finds every item which may use the name. It may also find items
 * in which punctuation or other words separate the words of the name.
 *
 * @param application restricts the query to this application and items without one; null includes all
 * @returns undefined if the name cannot be searched for
 */
export function proseQuery(namespace: string, application: string | null, { kind, name }: Name): string | undefined {
  const tokens = tokensOf(name);
  if (tokens.length === 0) return undefined;
  const said =
    kind === 'path'
      ? [tokens]
      : kind === 'shortcut'
        ? [[shortcutToken(name)]]
        : [
            [QUOTE, ...tokens, QUOTE],
            [...tokens, NOUN],
            [NOUN, ...tokens],
          ];
  const told = kind === 'shortcut' ? [tokens, [shortcutToken(name)]] : [tokens];
  const users = [
    ...said.map((phrase) => `nameSaid:${quoted(phrase)}`),
    ...told.map((phrase) => `nameTold:${quoted(phrase)}`),
  ].join(' ');
  const scope = application === null ? '' : ` +nameScopes:(${applicationToken(application)} ${ANY_APPLICATION})`;
  return `+(${users}) +nameScopes:${namespaceToken(namespace)}${scope}`;
}

function quoted(phrase: readonly string[]): string {
  return `"${phrase.join(' ').replace(/["\\]/g, String.raw`\$&`)}"`;
}
