import { compare as compareText, oneLine } from '../common/text.js';
import { turn } from '../common/turns.js';

// Which knowledge item an action of a plan came from, where the plan does not say. A wrong guess is worse than none: it
// punishes an item that had nothing to do with a failure. A fallback by similarity of texts attached 119 learnings to wrong
// items for 12 to right ones in a simulation; names that were unique among the retrieved items alone, 22 of 27. So an item
// is inferred only if it was in the prompt and the action's own text names what is that item's alone in the whole catalog;
// everything else is a suggestion that a person may take up.

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
  readonly toolName: string;
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

/** The items of a prompt. */
export interface PromptItems {
  /** One of them may be inferred. */
  readonly retrieved: readonly NameableItem[];
  /** What else stood in the prompt, prerequisites for instance: it may be what is named, but is only ever suggested. */
  readonly beside: readonly NameableItem[];
}

/** Characters of one text of an action that are read. An action with a longer one is never attributed by its text. */
const MAX_TEXT = 2_000;
/** Entries of one list or object among the arguments that are read. */
const MAX_ENTRIES = 100;
const MAX_CANDIDATES = 3;
const MIN_SCORE = 0.15;
const WEIGHT = { names: 0.7, words: 0.3 };
/** Items that share a name among more than these have too small a score to be suggested for it. */
const MAX_SHARING = 4;

/** Items compared before other requests have their turn; some 5 ms. */
const ITEMS_AT_ONCE = 100;

/** Items of the catalog that are compared with a plan; of a larger catalog nothing is inferred. */
export const MAX_COMPARED = 20_000;

/**
 * Finds the items that actions came from.
 *
 * @param catalog reads every item that an action of the plan could name, those of the prompt included, and at most
 *   MAX_COMPARED + 1 of them; called only where an action names an item of the prompt and no other of it
 * @returns one inference an action
 */
export async function inferItems(
  actions: readonly ActionText[],
  prompt: PromptItems,
  catalog: () => AsyncIterable<NameableItem>,
): Promise<Inference[]> {
  const items = [...prompt.retrieved, ...prompt.beside];
  const retrievedIds = new Set(prompt.retrieved.map(({ id }) => id));
  const names = new Names();
  for (const item of items) names.add(item);

  const read = actions.map((action): Look => {
    const texts = textsOf(action);
    const named = mentions(texts, names);
    const itemId = texts.cut ? undefined : theOneNamed(named);
    return { texts, named, claim: itemId !== undefined && retrievedIds.has(itemId) ? itemId : undefined };
  });
  const claims = read.filter((look): look is Claim => look.claim !== undefined);
  const comparison = claims.length === 0 ? undefined : await compare(claims, catalog());
  const words = itemWords(items);
  return read.map(({ texts, named, claim }) => {
    if (claim === undefined || !comparison) return { itemId: null, candidates: rank(words, texts, named) };
    const namedInAll = comparison.mentions(texts);
    if (comparison.complete && theOneNamed(namedInAll) === claim) return { itemId: claim, candidates: [] };
    return { itemId: null, candidates: rank(new Map([...comparison.sharing, ...words]), texts, namedInAll) };
  });
}

type Owners = ReadonlySet<string>;

interface Mention extends Name {
  readonly owners: Owners;
  /** It tells what the action does, not only what surrounds it: an item may be inferred from it. */
  readonly decides: boolean;
}

interface Name {
  readonly kind: 'id' | 'path' | 'control' | 'shortcut';
  readonly name: string;
}

/** Some mention is of one item alone, and all mentions are of that item. */
function theOneNamed(named: readonly Mention[]): string | undefined {
  const [itemId, ...others] = new Set(sole(named).flatMap(({ owners }) => [...owners]));
  if (itemId === undefined || others.length > 0) return undefined;
  return named.every(({ owners }) => owners.has(itemId)) ? itemId : undefined;
}

function sole(named: readonly Mention[]): Mention[] {
  return named.filter(({ owners, decides }) => decides && owners.size === 1);
}

type Words = ReadonlyMap<string, ReadonlySet<string>>;

function itemWords(items: Iterable<NameableItem>): Words {
  return new Map(
    [...items].map((item) => [
      item.id,
      wordsOf([item.id, item.description, item.uiLocation, ...item.actionSequence.slice(0, MAX_ENTRIES)]),
    ]),
  );
}

function rank(items: Words, texts: ActionTexts, named: readonly Mention[]): Candidate[] {
  const words = wordsOf([...texts.arguments.map(({ text }) => text), texts.reasoning]);
  return [...items]
    .map(([itemId, own]) => {
      const names =
        named.reduce((sum, { owners }) => sum + (owners.has(itemId) ? 1 / owners.size : 0), 0) / (named.length || 1);
      const shared = [...words].filter((word) => own.has(word)).length / (words.size || 1);
      return { itemId, score: round(WEIGHT.names * names + WEIGHT.words * shared) };
    })
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score || compareText(a.itemId, b.itemId))
    .slice(0, MAX_CANDIDATES);
}

function round(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

// ───────────────────────────── the whole catalog ─────────────────────────────

interface Look {
  readonly texts: ActionTexts;
  readonly named: readonly Mention[];
  /** The one item of the prompt that it names; undefined for none or several. */
  readonly claim: string | undefined;
}

type Claim = Look & { readonly claim: string };

interface Comparison {
  /** Every item was read. */
  readonly complete: boolean;
  /** Words of items that share the names by which others were claimed. */
  readonly sharing: Words;
  /** What the action names, owned by all that own or use it in the catalog. */
  mentions(texts: ActionTexts): Mention[];
}

/** Reads the catalog for whoever else is named by the actions, and holds of it only the names that occur in them. */
async function compare(claims: readonly Claim[], catalog: AsyncIterable<NameableItem>): Promise<Comparison> {
  const words = new Set(claims.flatMap(({ texts }) => [...rawWords(texts)]));
  const names = new Names((name) => wordsIn(name).every((word) => words.has(word)));
  const claimed = new ClaimedNames(claims);
  const sharing = new Map<string, NameableItem>();
  let compared = 0;
  let complete = true;
  for await (const item of catalog) {
    if (++compared > MAX_COMPARED) {
      complete = false;
      break;
    }
    if (compared % ITEMS_AT_ONCE === 0) await turn();
    if (claimed.share(item, names.add(item))) sharing.set(item.id, item);
    // What is left could only add to names that decide nothing any more.
    if (claimed.allShared) {
      complete = false;
      break;
    }
  }
  return {
    complete,
    sharing: itemWords(sharing.values()),
    mentions: (texts) => mentions(texts, names).map((mention) => ({ ...mention, owners: claimed.ownersOf(mention) })),
  };
}

/** The names by which items were claimed, and which other items go by them. */
class ClaimedNames {
  /** By key; how the others are found in texts. */
  private readonly byKey = new Map<string, Name & { readonly probe: string; readonly sharedBy: Set<string> }>();
  private readonly index = new Names();

  constructor(claims: readonly Claim[]) {
    for (const { named } of claims) {
      for (const { kind, name, owners } of sole(named)) {
        if (this.byKey.has(keyOf({ kind, name }))) continue;
        const words = wordsIn(kind === 'shortcut' ? (name.split('+').at(-1) ?? name) : name);
        const probe = words.toSorted((a, b) => b.length - a.length)[0] ?? '';
        this.byKey.set(keyOf({ kind, name }), { kind, name, probe, sharedBy: new Set(owners) });
        this.index.addName({ kind, name }, 'claimed');
      }
    }
  }

  /**
   * Notes which of the names an item goes by as well.
   *
   * @returns whether there is one, and few enough share it for the item to be suggested
   */
  share(item: NameableItem, own: OwnNames): boolean {
    let isSharing = false;
    const written = new Set(this.writtenIn(item, own.freeLines).map(keyOf));
    for (const [key, { kind, name, sharedBy }] of this.byKey) {
      if (sharedBy.has(item.id)) continue;
      const goesBy =
        own.keys.has(key) ||
        written.has(key) ||
        // On the way through its own menus.
        (kind === 'path' &&
          name.split(' > ').every((segment) => own.keys.has(keyOf({ kind: 'control', name: segment })))) ||
        (kind === 'control' &&
          normalise(item.id)
            .replace(/[\s_\-./:]+/g, ' ')
            .trim() === name);
      if (!goesBy) continue;
      if (sharedBy.size <= MAX_SHARING) isSharing = true;
      sharedBy.add(item.id);
    }
    return isSharing;
  }

  get allShared(): boolean {
    return [...this.byKey.values()].every(({ sharedBy }) => sharedBy.size > MAX_SHARING);
  }

  ownersOf(mention: Mention): Owners {
    const sharedBy = this.byKey.get(keyOf(mention))?.sharedBy;
    return sharedBy ? new Set([...mention.owners, ...sharedBy]) : mention.owners;
  }

  /** The names that an item's description and the free text of its actions mention. */
  private writtenIn({ description }: NameableItem, freeLines: readonly string[]): Name[] {
    const names = [...this.byKey.values()].filter(({ kind }) => kind !== 'id');
    const found: Name[] = [];
    const lower = description.toLowerCase();
    if (names.some(({ probe }) => lower.includes(probe))) found.push(...mentionsInProse(description, this.index));
    for (const line of freeLines) {
      const text = normalise(line);
      found.push(
        ...names.filter(({ name }) => occurrences(text, name).length > 0),
        ...mentionsInProse(line, this.index),
      );
    }
    return found;
  }
}

function keyOf({ kind, name }: Name): string {
  return `${kind} ${name}`;
}

/** Runs of letters, digits and underscores: a name that stands by itself in a text has all of its words there. */
function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

function rawWords({ arguments: given, reasoning, kbSource }: ActionTexts): Set<string> {
  return new Set([...given.map(({ text }) => text), reasoning, kbSource].flatMap((text) => wordsIn(normalise(text))));
}

// ───────────────────────────── what items are called ─────────────────────────────

type NameIndex = Map<string, Set<string>>;

/** What an item is called by, and what its actions say beside calls. */
interface OwnNames {
  readonly keys: ReadonlySet<string>;
  readonly freeLines: readonly string[];
}

class Names {
  private readonly byKind = {
    id: new Map() as NameIndex,
    /** At least two segments, joined by ` > `; also the ends of longer ones. */
    path: new Map() as NameIndex,
    control: new Map() as NameIndex,
    shortcut: new Map() as NameIndex,
  };

  /** @param keeps false for names that need not be held; all shortcuts are */
  constructor(private readonly keeps: (name: string) => boolean = () => true) {}

  /** @returns all names of the item, also those that are not held */
  add(item: NameableItem): OwnNames {
    const keys = new Set<string>();
    for (const name of namesOf(item)) {
      keys.add(keyOf(name));
      if (name.kind === 'shortcut' || this.keeps(name.name)) this.addName(name, item.id);
    }
    return { keys, freeLines: item.actionSequence.filter((line) => callOf(line) === undefined) };
  }

  addName({ kind, name }: Name, itemId: string): void {
    const owners = this.byKind[kind].get(name);
    if (owners) owners.add(itemId);
    else this.byKind[kind].set(name, new Set([itemId]));
  }

  get(kind: Name['kind'], name: string): (Name & { owners: Owners }) | undefined {
    const owners = this.byKind[kind].get(name);
    return owners && { kind, name, owners };
  }

  /** The first kind that has the name. */
  getAny(kinds: readonly Name['kind'][], name: string): (Name & { owners: Owners }) | undefined {
    return kinds.map((kind) => this.get(kind, name)).find((found) => found !== undefined);
  }

  of(kind: Name['kind']): Iterable<string> {
    return this.byKind[kind].keys();
  }
}

const GENERIC_SEGMENT = /^(?:main )?menu(?: ?bar)?$/;
const UI_NOUNS =
  'tab|tabs|menu|button|option|entry|item|checkbox|field|box|dialog|window|page|list|column|icon|panel|submenu';
const NOUN_AT_END = new RegExp(`\\s+(?:${UI_NOUNS})$`);
/** Segments of a location beyond these do not begin a path. */
const MAX_SEGMENTS = 16;
/** Calls whose argument is something other than a control. */
const NO_CONTROL = /^(?:launch|wait|in_|type|answer)/;
const KEY_CALL = /^(?:press|hit|send|hold)_?\w*(?:key|keys|shortcut|hotkey)\b|^(?:press|shortcut|hotkey)\b/;

function namesOf(item: NameableItem): Name[] {
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
    // Names in quotes are names, whatever the sentence around them is.
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

/** Reads `click_menu('File')`; undefined for a line that is not a call. */
function callOf(line: string): Call | undefined {
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

/** One case, one blank between words, one kind of arrow. */
function normalise(text: string): string {
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
/** Of those, the ones that say which element is meant; a button may also be one of the mouse. */
const ELEMENT_ARGUMENT = /^(?:loc|label|element|control|menu|menu_?item|tab|target)$/i;
/** Arguments that hold what is typed, opened or saved: nothing in them names a control. */
const DATA_ARGUMENT =
  /^(?:text|value|content|input|query|body|message|data|string|path|(?:file|folder|directory|dir)(?:s|_?names?|_?paths?)?|url|uri|user_?name|password|comment|code|output|destination)$/i;
const MOUSE_BUTTON = /^(?:left|right|middle)$/i;
/** How plans refer to what the agent's State-Tool saw: last_state:<type>:<name>. */
const STATE_REFERENCE = /^last_state:[^:]*:(.+)$/s;
/** Tools that look, wait, or bring a window to the front: what is said of them names what comes next. */
const LOOKING_TOOL = /(?:^|[^a-z])(?:state|screenshot|snapshot|observe|look|wait|sleep|switch)(?:[^a-z]|$)/;

/** What is read of an action. */
interface ActionTexts {
  readonly toolName: string;
  readonly arguments: readonly StringArgument[];
  readonly reasoning: string;
  readonly kbSource: string;
  /** Something was too long to be read to its end. */
  readonly cut: boolean;
}

interface StringArgument {
  /** Name of the argument the string stands in. */
  readonly argument: string;
  readonly text: string;
}

function textsOf({ toolName, toolArguments, reasoning, kbSource }: ActionText): ActionTexts {
  let cut = false;
  const head = (text: string): string => {
    if (text.length > MAX_TEXT) cut = true;
    return text.slice(0, MAX_TEXT);
  };
  const some = <Value>(values: readonly Value[]): readonly Value[] => {
    if (values.length > MAX_ENTRIES) cut = true;
    return values.slice(0, MAX_ENTRIES);
  };
  const strings = (value: unknown, argument: string): StringArgument[] => {
    if (typeof value === 'string') return [{ argument, text: head(value) }];
    if (Array.isArray(value)) {
      // ["ctrl", "o"] is one chord.
      if (SHORTCUT_ARGUMENT.test(argument) && value.every((key) => typeof key === 'string')) {
        return [{ argument, text: head(some(value).join('+')) }];
      }
      return some(value).flatMap((inner) => strings(inner, argument));
    }
    if (typeof value !== 'object' || value === null) return [];
    return some(Object.entries(value)).flatMap(([name, inner]) => strings(inner, name));
  };
  const texts = {
    toolName,
    arguments: strings(toolArguments, ''),
    reasoning: head(reasoning ?? ''),
    kbSource: head(kbSource ?? ''),
  };
  return { ...texts, cut };
}

/** What an action names, one entry a mention. */
function mentions({ toolName, arguments: given, reasoning, kbSource }: ActionTexts, names: Names): Mention[] {
  const found: Mention[] = [];
  /** An element that no item knows: what else the action says of controls is about something near it. */
  let isElsewhere = false;
  for (const { argument, text } of given) {
    const reference = STATE_REFERENCE.exec(text)?.[1];
    const whole = normalise(reference ?? text);
    if (SHORTCUT_ARGUMENT.test(argument)) {
      const shortcut = names.get('shortcut', normaliseShortcut(text));
      if (shortcut) found.push({ ...shortcut, decides: true });
    } else if (reference !== undefined || CONTROL_ARGUMENT.test(argument)) {
      if (/^button$/i.test(argument) && MOUSE_BUTTON.test(text)) continue;
      const control = names.getAny(['path', 'control'], whole);
      const inText =
        control || reference !== undefined || DATA_ARGUMENT.test(argument) ? [] : mentionsInProse(text, names);
      found.push(...(control ? [{ ...control, decides: true }] : inText));
      if (!control && inText.length === 0 && (reference !== undefined || ELEMENT_ARGUMENT.test(argument))) {
        isElsewhere = true;
      }
    } else if (!DATA_ARGUMENT.test(argument)) {
      found.push(...mentionsInProse(text, names));
    }
  }
  found.push(...mentionsInProse(reasoning, names));
  const source = names.get('id', normalise(kbSource));
  found.push(...(source ? [{ ...source, decides: true }] : mentionsInProse(kbSource, names)));
  const idsDecide = isElsewhere || LOOKING_TOOL.test(toolName.toLowerCase());
  return idsDecide ? found.map((one) => ({ ...one, decides: one.decides && one.kind === 'id' })) : found;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly mention: Mention;
}

const QUOTED =
  /(?<![\p{L}\p{N}])(?:'([^']{1,100})'|"([^"]{1,100})"|`([^`]{1,100})`|“([^”]{1,100})”|‘([^’]{1,100})’)(?![\p{L}\p{N}])/gu;
const CHORD =
  /(?<![\p{L}\p{N}+])(?:(?:ctrl|control|strg|alt|option|shift|cmd|command|meta|win|windows) ?\+ ?){1,4}(?:[a-z]+\d{0,2}|\d|[^\s\p{L}\p{N}])(?![\p{L}\p{N}])/gu;
const FUNCTION_KEY = /(?<![\p{L}\p{N}+])f(?:[1-9]|1[0-2])(?![\p{L}\p{N}])/gu;
/** Words that speak of what is not done now: what comes before or after it, or in place of it. */
const ASIDE =
  /(?:^|[^\p{L}])(?:after|before|until|once|since|when|while|if|unless|except|instead of|rather than|without|unlike|not|no|never|avoid|skip|type|typing|write|named|called|titled|rename|so that|so the|so we|in order to|to (?:access|reach|see|find|show|reveal|enable|get to))[^\p{L}][^.,;:!?()]{0,40}$/u;

function quotedIn(text: string): string[] {
  return [...text.matchAll(QUOTED)].map((match) => quotedPart(match));
}

function quotedPart(match: RegExpExecArray): string {
  return match.slice(1).find((group) => group !== undefined) ?? '';
}

/** Names in running text: ids, paths, shortcuts, and controls that are quoted or called what they are (`the File menu`). */
function mentionsInProse(prose: string, names: Names): Mention[] {
  const text = normalise(prose);
  const spans: Span[] = [];
  const add = (start: number, end: number, found: (Name & { owners: Owners }) | undefined) => {
    if (!found) return;
    const decides = !ASIDE.test(text.slice(Math.max(0, start - 60), start));
    spans.push({ start, end, mention: { ...found, decides } });
  };
  for (const id of names.of('id')) {
    // An id that is one plain word may just be that word.
    if (!/[^\p{L}]/u.test(id)) continue;
    for (const start of occurrences(text, id)) {
      const end = start + id.length;
      if (!isInFileName(text, start, end)) add(start, end, names.get('id', id));
    }
  }
  for (const path of names.of('path')) {
    for (const start of occurrences(text, path)) {
      const end = start + path.length;
      if (!text.startsWith(' > ', end)) add(start, end, names.get('path', path));
    }
  }
  for (const control of names.of('control')) {
    for (const start of occurrences(text, control)) {
      const end = start + control.length;
      if (isCalledControl(text, start, end)) add(start, end, names.get('control', control));
    }
  }
  for (const match of text.matchAll(QUOTED)) {
    add(match.index, match.index + match[0].length, names.getAny(['id', 'path', 'control'], quotedPart(match)));
  }
  for (const pattern of [CHORD, FUNCTION_KEY]) {
    for (const match of text.matchAll(pattern)) {
      add(match.index, match.index + match[0].length, names.get('shortcut', normaliseShortcut(match[0])));
    }
  }
  return outermost(spans).map(({ mention }) => mention);
}

/** `File > Open` inside `File > Open folder` names nothing of its own; several names of one place all stand. */
function outermost(spans: readonly Span[]): Span[] {
  const kept: Span[] = [];
  let last: Span | undefined;
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    // What is kept reaches further and further, so that the last of it reaches as far as any.
    const isWithin = last !== undefined && span.end <= last.end;
    const isSamePlace = span.start === last?.start && span.end === last.end;
    if (isWithin && !isSamePlace) continue;
    kept.push(span);
    last = span;
  }
  return kept;
}

const NOUN_AFTER = new RegExp(`^ (?:${UI_NOUNS})(?![\\p{L}\\p{N}])`, 'u');
const NOUN_BEFORE = new RegExp(`(?<![\\p{L}\\p{N}])(?:${UI_NOUNS}) $`, 'u');

function isCalledControl(text: string, start: number, end: number): boolean {
  return NOUN_AFTER.test(text.slice(end, end + 20)) || NOUN_BEFORE.test(text.slice(Math.max(0, start - 20), start));
}

/** `C:\logs\open_files.mf4` is a file. */
function isInFileName(text: string, start: number, end: number): boolean {
  return (
    /[./\\@-]$/.test(text.slice(Math.max(0, start - 1), start)) ||
    /^[./\\@-][\p{L}\p{N}]/u.test(text.slice(end, end + 2))
  );
}

/** Where `name` stands by itself in `text`. */
function occurrences(text: string, name: string): number[] {
  const starts: number[] = [];
  if (name === '') return starts;
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
