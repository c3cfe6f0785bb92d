// Which knowledge item an action of a plan came from, where the plan does not say. A wrong guess is worse than none: a
// fallback by similarity of texts attached 119 learnings to wrong items for 12 to right ones in a simulation. So an item
// is inferred only where the action's own text names what is that item's alone; everything else is a suggestion that a
// person may take up.

/** What can be named of an item. */
export interface NameableItem {
  readonly id: string;
  readonly description: string;
  readonly uiLocation: string;
  readonly actionSequence: readonly string[];
  readonly shortcut: string | null;
}

/** The action's own text. */
export interface ActionText {
  readonly toolArguments: unknown;
  readonly reasoning: string | null;
  /** What the plan gave as source, though no item has that id. */
  readonly kbSource: string | null;
}

export interface Candidate {
  readonly itemId: string;
  /** In (0,1]: share of the names that fit, and of the words. */
  readonly score: number;
}

export interface Inference {
  /** The one item whose menu path, control, shortcut or id is named, when nothing named speaks against it. */
  readonly itemId: string | null;
  /** Otherwise at most three suggestions, best first. */
  readonly candidates: readonly Candidate[];
}

/** Of each text of an action; names stand at its beginning. */
const MAX_TEXT = 2_000;
const MAX_CANDIDATES = 3;
const MIN_SCORE = 0.15;
const WEIGHT = { names: 0.7, words: 0.3 };

/**
 * Makes the matcher of one plan.
 *
 * @param retrieved one of them may be inferred
 * @param beside what else stood in the prompt, prerequisites say: it may be what is named, but is only ever suggested
 */
export function attributionAmong(
  retrieved: readonly NameableItem[],
  beside: readonly NameableItem[] = [],
): (action: ActionText) => Inference {
  const items = [...retrieved, ...beside];
  const retrievedIds = new Set(retrieved.map(({ id }) => id));
  const names = namesOf(items);
  const itemWords = items.map((item) => wordsOf([item.id, item.description, item.uiLocation, ...item.actionSequence]));
  return (action) => {
    const named = mentions(action, names);
    const itemId = theOneNamed(named);
    return itemId === undefined || !retrievedIds.has(itemId)
      ? { itemId: null, candidates: rank(items, itemWords, action, named) }
      : { itemId, candidates: [] };
  };
}

type Owners = ReadonlySet<string>;

/** Some mention is of one item alone, and all mentions are of that item. */
function theOneNamed(named: readonly Owners[]): string | undefined {
  const unique = new Set(named.filter((owners) => owners.size === 1).flatMap((owners) => [...owners]));
  const [itemId] = unique;
  if (itemId === undefined || unique.size > 1) return undefined;
  return named.every((owners) => owners.has(itemId)) ? itemId : undefined;
}

function rank(
  items: readonly NameableItem[],
  itemWords: readonly ReadonlySet<string>[],
  action: ActionText,
  named: readonly Owners[],
): Candidate[] {
  const words = wordsOf([...stringsOf(action.toolArguments).map(({ text }) => text), action.reasoning ?? '']);
  return items
    .map(({ id }, index) => {
      const names =
        named.reduce((sum, owners) => sum + (owners.has(id) ? 1 / owners.size : 0), 0) / (named.length || 1);
      const shared = [...words].filter((word) => itemWords[index]?.has(word)).length / (words.size || 1);
      return { itemId: id, score: round(WEIGHT.names * names + WEIGHT.words * shared) };
    })
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score || (a.itemId < b.itemId ? -1 : 1))
    .slice(0, MAX_CANDIDATES);
}

function round(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

// ───────────────────────────── what items are called ─────────────────────────────

class NameIndex {
  private readonly owners = new Map<string, Set<string>>();

  add(name: string, itemId: string): void {
    if (name === '') return;
    const owners = this.owners.get(name) ?? new Set();
    this.owners.set(name, owners.add(itemId));
  }

  get(name: string): Owners | undefined {
    return this.owners.get(name);
  }

  [Symbol.iterator](): Iterator<[string, Owners]> {
    return this.owners.entries();
  }
}

interface Names {
  readonly ids: NameIndex;
  /** At least two segments, joined by ` > `; also the ends of longer ones. */
  readonly paths: NameIndex;
  readonly controls: NameIndex;
  readonly shortcuts: NameIndex;
}

const GENERIC_SEGMENT = /^(?:main )?menu(?: ?bar)?$/;
const UI_NOUNS =
  'tab|tabs|menu|button|option|entry|item|checkbox|field|box|dialog|window|page|list|column|icon|panel|submenu';
const NOUN_AT_END = new RegExp(`\\s+(?:${UI_NOUNS})$`);
/** Calls whose quoted argument is something other than a control. */
const NO_CONTROL = /^(?:launch|wait|in_|type|answer)/;
const KEY_CALL = /^(?:press|hit|send|hold)_?\w*(?:key|keys|shortcut|hotkey)\b|^(?:press|shortcut|hotkey)\b/;

function namesOf(items: readonly NameableItem[]): Names {
  const names = {
    ids: new NameIndex(),
    paths: new NameIndex(),
    controls: new NameIndex(),
    shortcuts: new NameIndex(),
  };
  for (const item of items) {
    names.ids.add(normalise(item.id), item.id);
    if (item.shortcut !== null) names.shortcuts.add(normaliseShortcut(item.shortcut), item.id);
    for (const location of normalise(item.uiLocation).split(/\s*;\s*/)) {
      const segments = location.split(' > ').map((segment) => segment.trim());
      if (GENERIC_SEGMENT.test(segments[0] ?? '')) segments.shift();
      for (let start = 0; start + 1 < segments.length; start++)
        names.paths.add(segments.slice(start).join(' > '), item.id);
      for (const segment of segments) {
        for (const control of segment.split(' / ')) {
          names.controls.add(control, item.id);
          names.controls.add(control.replace(NOUN_AT_END, ''), item.id);
        }
      }
    }
    for (const call of item.actionSequence) {
      const [, verb = '', argument = ''] = /^\s*(\w+)\s*\(\s*(?:'([^']*)'|"[^"]*")?/.exec(call) ?? [];
      if (argument === '' || argument.includes('<') || NO_CONTROL.test(verb)) continue;
      if (KEY_CALL.test(verb)) names.shortcuts.add(normaliseShortcut(argument), item.id);
      else names.controls.add(normalise(argument), item.id);
    }
  }
  return names;
}

/** One case, one blank between words, one kind of arrow. */
function normalise(text: string): string {
  return text
    .slice(0, MAX_TEXT)
    .toLowerCase()
    .replace(/\s*(?:→|⟶|➔|->|=>|>|»|›)\s*/g, ' > ')
    .replace(/\s+/g, ' ')
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

/** `Shift + Control+O` is `ctrl+shift+o`. */
function normaliseShortcut(text: string): string {
  const keys = text
    .toLowerCase()
    .replace(/\s+/g, '')
    .split('+')
    .filter((key) => key !== '');
  const last = keys.pop() ?? '';
  const modifiers = keys.map((key) => MODIFIERS[key] ?? key).sort();
  return [...modifiers, KEYS[last] ?? last].join('+');
}

// ───────────────────────────── what an action names ─────────────────────────────

/** Arguments that hold a key or a chord. */
const SHORTCUT_ARGUMENT = /^(?:shortcut|hotkey|keys?|key_?combination)$/i;
/** Arguments that hold the name of a control, as a whole. */
const CONTROL_ARGUMENT = /^(?:loc|label|element|control|button|menu|menu_?item|tab|option|target|selector|path)$/i;
/** How plans refer to what the agent's State-Tool saw: last_state:<type>:<name>. */
const STATE_REFERENCE = /^last_state:[^:]*:(.+)$/s;

/** The items owning each thing that is named, one entry a mention. */
function mentions(action: ActionText, names: Names): Owners[] {
  const found: Owners[] = [];
  const add = (owners: Owners | undefined) => {
    if (owners) found.push(owners);
  };
  for (const { argument, text } of stringsOf(action.toolArguments)) {
    const reference = STATE_REFERENCE.exec(text)?.[1];
    const whole = normalise(reference ?? text);
    if (SHORTCUT_ARGUMENT.test(argument)) {
      add(names.shortcuts.get(normaliseShortcut(text)));
    } else if (reference !== undefined || (CONTROL_ARGUMENT.test(argument) && names.controls.get(whole))) {
      add(names.paths.get(whole) ?? names.controls.get(whole));
    } else {
      found.push(...mentionsInProse(text, names));
    }
  }
  if (action.reasoning !== null) found.push(...mentionsInProse(action.reasoning, names));
  if (action.kbSource !== null) {
    const exact = names.ids.get(normalise(action.kbSource));
    if (exact) found.push(exact);
    else found.push(...mentionsInProse(action.kbSource, names));
  }
  return found;
}

interface StringArgument {
  /** Name of the argument the string stands in. */
  readonly argument: string;
  readonly text: string;
}

function stringsOf(value: unknown, argument = ''): StringArgument[] {
  if (typeof value === 'string') return [{ argument, text: value.slice(0, MAX_TEXT) }];
  if (Array.isArray(value)) return value.slice(0, 100).flatMap((inner) => stringsOf(inner, argument));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .slice(0, 100)
    .flatMap(([name, inner]) => stringsOf(inner, name));
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly owners: Owners;
}

const QUOTED =
  /(?<![\p{L}\p{N}])(?:'([^']{1,100})'|"([^"]{1,100})"|`([^`]{1,100})`|“([^”]{1,100})”|‘([^’]{1,100})’)(?![\p{L}\p{N}])/gu;
const CHORD =
  /(?<![\p{L}\p{N}+])(?:(?:ctrl|control|strg|alt|option|shift|cmd|command|meta|win|windows) ?\+ ?){1,4}(?:[a-z]+\d{0,2}|\d|[^\s\p{L}\p{N}])(?![\p{L}\p{N}])/gu;
const FUNCTION_KEY = /(?<![\p{L}\p{N}+])f(?:[1-9]|1[0-2])(?![\p{L}\p{N}])/gu;

/** Names in running text: ids, paths, shortcuts, and controls that are quoted or called what they are (`the File menu`). */
function mentionsInProse(prose: string, names: Names): Owners[] {
  const text = normalise(prose);
  const spans: Span[] = [];
  const add = (start: number, end: number, owners: Owners | undefined) => {
    if (owners) spans.push({ start, end, owners });
  };
  for (const [id, owners] of names.ids) {
    // An id that is one plain word may just be that word.
    if (/[^\p{L}]/u.test(id)) for (const start of occurrences(text, id)) add(start, start + id.length, owners);
  }
  for (const [path, owners] of names.paths) {
    for (const start of occurrences(text, path)) {
      const end = start + path.length;
      if (!text.startsWith(' > ', end)) add(start, end, owners);
    }
  }
  for (const [control, owners] of names.controls) {
    for (const start of occurrences(text, control)) {
      const end = start + control.length;
      if (isCalledControl(text, start, end)) add(start, end, owners);
    }
  }
  for (const match of text.matchAll(QUOTED)) {
    const quoted = match.slice(1).find((group) => group !== undefined) ?? '';
    add(match.index, match.index + match[0].length, names.ids.get(quoted) ?? names.controls.get(quoted));
  }
  for (const pattern of [CHORD, FUNCTION_KEY]) {
    for (const match of text.matchAll(pattern)) {
      add(match.index, match.index + match[0].length, names.shortcuts.get(normaliseShortcut(match[0])));
    }
  }
  // `File > Open` inside `File > Open folder` names nothing of its own.
  const within = (inner: Span, outer: Span) =>
    inner.start >= outer.start && inner.end <= outer.end && inner.end - inner.start < outer.end - outer.start;
  return spans.filter((span) => !spans.some((other) => within(span, other))).map(({ owners }) => owners);
}

const NOUN_AFTER = new RegExp(`^ (?:${UI_NOUNS})(?![\\p{L}\\p{N}])`, 'u');
const NOUN_BEFORE = new RegExp(`(?<![\\p{L}\\p{N}])(?:${UI_NOUNS}) $`, 'u');

function isCalledControl(text: string, start: number, end: number): boolean {
  return NOUN_AFTER.test(text.slice(end, end + 20)) || NOUN_BEFORE.test(text.slice(Math.max(0, start - 20), start));
}

/** Where `name` stands by itself in `text`. */
function occurrences(text: string, name: string): number[] {
  const starts: number[] = [];
  for (let start = text.indexOf(name); start >= 0; start = text.indexOf(name, start + 1)) {
    if (!isWordCharacter(text[start - 1]) && !isWordCharacter(text[start + name.length])) starts.push(start);
  }
  return starts;
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}

const STOP_WORDS: ReadonlySet<string> = new Set(
  'the and for from with into this that then click select press open use get set tool state last_state button left kb step'.split(
    ' ',
  ),
);

function wordsOf(texts: readonly string[]): ReadonlySet<string> {
  const words = texts.flatMap(
    (text) =>
      text
        .slice(0, MAX_TEXT)
        .toLowerCase()
        .match(/[\p{L}\p{N}]{3,}/gu) ?? [],
  );
  return new Set(words.filter((word) => !STOP_WORDS.has(word)));
}
