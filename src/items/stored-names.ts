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

// What the graph keeps of an item's names, and how a text finds them again. A name is looked up by its key, its first words
// with what stands between them: a text knows the keys of all names that can stand in it, without knowing the names. Prose of
// items (descriptions, actions in plain words) is kept as tokens, in which a name is looked for as a phrase.

/** A name with the key that finds it in the index. */
export interface StoredName extends Name {
  readonly key: string;
  /** Hash of kind and name. */
  readonly hash: string;
}

/** All names of an item, and the words of its prose that may name a control. */
export interface StoredNames {
  readonly names: readonly StoredName[];
  /** Tokens of the description: a control is named there where it is quoted or called what it is. */
  readonly said: string;
  /** Tokens of actions in plain words: whatever words stand there may name a control. */
  readonly told: string;
  /** The item says more than is kept. */
  readonly cut: boolean;
}

/** Some 200 times what an item of a manual has. */
const MAX_NAMES = 2_000;
/** Characters of an item's actions and description that are read. */
const MAX_READ = 200_000;
/** A longer name stands in no text of an action, of which less is read. */
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
    // An item whose id in words is the name of a control may be what is meant.
    said: inParts([proseTokens(item.description), [QUOTE, ...tokensOf(idInWords), QUOTE]]),
    told: inParts(free.map(proseTokens)),
    cut: false,
  };
}

export function nameHash(name: Name): string {
  return sha256(keyOf(name)).slice(0, 32);
}

/** By what a name is looked up: its first words, at most 200 characters of them; of one without words its first signs. */
export function lookupKey(name: string): string {
  const words: RegExpExecArray[] = [];
  for (const word of name.matchAll(WORD)) if (words.push(word) === KEY.words) break;
  const [first] = words;
  const last = words.at(-1);
  if (!first || !last) return cutAt(name, KEY.signs);
  return cutKey(name.slice(first.index, last.index + last[0].length));
}

/**
 * Adds the keys of all names that can stand in a normalised text by themselves.
 *
 * @param most stops soon after so many
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

/** No word has a colon: these tokens are told from all words. */
const QUOTE = 'q:';
const END = 'e:';
/** Before and after each word for a kind of control, so that what stands beside one is found by one phrase. */
const NOUN = 'n:';
const SHORTCUT = 'key:';
/** The analyzer of the index cuts words at 255 characters. */
const MAX_TOKEN = 100;
const TOKEN = /[\p{L}\p{N}_]+|[>'"`“”‘’]/gu;
/** Key of items without an application; no hash is this short. */
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

/** Also one that an underscore joins to other words. */
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
 * Asks the index of prose for the items that may use a name there: all that do are found, and some more where signs or
 * other words than nouns stand between.
 *
 * @param application only items of this one and those of none; null for all
 * @returns undefined of a name that cannot be looked for
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
