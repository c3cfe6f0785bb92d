import { compare as compareText } from '../common/text.js';
import { keyOf, type Name, type NameableItem, namesOf } from '../items/item-names.js';
import { MAX_OWNERS, type NamesInText, type NameUsers } from '../items/names.service.js';
import { lookupKey } from '../items/stored-names.js';
import { AskedNames, KnownNames, type Owners } from './known-names.js';
import {
  type ActionText,
  type ActionTexts,
  MAX_ENTRIES,
  MAX_TEXT,
  type Mention,
  mentions,
  textsOf,
} from './mentions.js';

// Which knowledge item an action of a plan came from, where the plan does not say. A wrong guess is worse than none: it
// punishes an item that had nothing to do with a failure. A fallback by similarity of texts attached 119 learnings to wrong
// items for 12 to right ones in a simulation; names that were unique among the retrieved items alone, 22 of 27. So an item
// is inferred only if it was in the prompt and the action's own text names what is that item's alone in the whole catalog;
// everything else is a suggestion that a person may take up.

/** An item that a step may come from. */
export interface Candidate {
  readonly itemId: string;
  /** In (0,1]: share of the names that fit, and of the words. */
  readonly score: number;
}

/** The item that a step's text identifies, or suggestions where it identifies none. */
export interface Inference {
  /** The one item whose menu path, control, shortcut or id is named, when nothing named speaks against it. */
  readonly itemId: string | null;
  /** The names that are that item's alone; none without one. */
  readonly decidedBy: readonly Name[];
  /** Otherwise at most three suggestions, best first. */
  readonly candidates: readonly Candidate[];
}

/** Items among which the source of a step is looked for: those that its planning prompt showed. */
export interface PromptItems {
  /** One of them may be inferred. */
  readonly retrieved: readonly NameableItem[];
  /** What else stood in the prompt, prerequisites for instance: it may be what is named, but is only ever suggested. */
  readonly beside: readonly NameableItem[];
}

/** What all items of the plan's application go by. */
export interface CatalogNames {
  /** Whether the names of all of them are known; nothing is inferred otherwise. */
  isComplete(): Promise<boolean>;
  /** Names by their keys. */
  find(keys: readonly string[]): Promise<NamesInText>;
  /** Who uses names without going by them; one entry a name. */
  users(names: readonly Name[]): Promise<readonly NameUsers[]>;
  /** By their ids; those that do not exist are left out. */
  items(ids: readonly string[]): Promise<readonly NameableItem[]>;
}

const MAX_CANDIDATES = 3;
const MIN_SCORE = 0.15;
const WEIGHT = { names: 0.7, words: 0.3 };
/** Items that share a name among more than these have too small a score to be suggested for it. */
const MAX_SHARING = MAX_OWNERS - 2;

/** Keys by which the names in one action are looked up, and in a plan; of what needs more nothing is inferred. */
const MAX_KEYS = { ofAction: 4_000, ofPlan: 20_000 };
/** Names of one plan that others are asked about; of what needs more nothing is inferred. */
const MAX_ASKED = 200;

/** Stands for the items of a name that were not read. */
const OTHERS = '\u0000';

/**
 * Finds the items that actions came from.
 *
 * @returns one inference an action
 */
export async function inferItems(
  actions: readonly ActionText[],
  prompt: PromptItems,
  catalog: CatalogNames,
): Promise<Inference[]> {
  const items = [...prompt.retrieved, ...prompt.beside];
  const looks = await look(actions, items, catalog);
  const retrievedIds = new Set(prompt.retrieved.map(({ id }) => id));
  const claims = looks.filter(({ isKnown, theOne }) => isKnown && theOne !== undefined && retrievedIds.has(theOne));
  const users = await usersOf(
    [...claims, ...looks.filter(({ claim }) => claim !== undefined && retrievedIds.has(claim))],
    catalog,
  );
  const decided = new Map(
    claims.flatMap((claim) => {
      const decidedBy = decide(claim, users);
      return decidedBy.length === 0 ? [] : [[claim, decidedBy] as const];
    }),
  );

  const others = looks.map((one) => (decided.has(one) ? [] : othersOf(one, retrievedIds, users)));
  const promptIds = new Set(items.map(({ id }) => id));
  const missing = [...new Set(others.flat())].filter((id) => !promptIds.has(id));
  const words = itemWords(items);
  const otherWords = itemWords(missing.length === 0 ? [] : await catalog.items(missing));
  return looks.map((one, index) => {
    const decidedBy = decided.get(one);
    if (decidedBy) return { itemId: one.theOne ?? null, decidedBy, candidates: [] };
    const suggested = (others[index] ?? []).flatMap((id) => {
      const own = otherWords.get(id);
      return own ? [[id, own] as const] : [];
    });
    const isClaimed = one.claim !== undefined && retrievedIds.has(one.claim);
    const named = isClaimed ? withUsers(one.named, users) : suggested.length > 0 ? one.named : one.inPrompt;
    return { itemId: null, decidedBy: [], candidates: rank(new Map([...suggested, ...words]), one.texts, named) };
  });
}

// ───────────────────────────── what is named ─────────────────────────────

interface Look {
  readonly texts: ActionTexts;
  /** What it names of the prompt's items. */
  readonly inPrompt: readonly Mention[];
  /** The one item of the prompt that is named, as far as the prompt knows. */
  readonly claim: string | undefined;
  /** What it names in the catalog. */
  readonly named: readonly Mention[];
  /** The one item of the catalog that goes by what is named. */
  readonly theOne: string | undefined;
  /** All of the text was read, and all names that stand in it. */
  readonly isKnown: boolean;
}

async function look(
  actions: readonly ActionText[],
  items: readonly NameableItem[],
  catalog: CatalogNames,
): Promise<Look[]> {
  const own = items.flatMap((item) => namesOf(item).map((name) => ({ name, key: lookupKey(name.name), id: item.id })));
  const ofPrompt = new KnownNames();
  for (const { name, id } of own) ofPrompt.add(name, [id]);

  const asked = new Set<string>();
  const read = actions.map((action) => {
    const texts = textsOf(action);
    const names = new AskedNames(MAX_KEYS.ofAction);
    mentions(texts, names);
    const { keys } = names;
    const fits = keys.size <= MAX_KEYS.ofAction && asked.size + keys.size <= MAX_KEYS.ofPlan;
    if (fits) for (const key of keys) asked.add(key);
    return { texts, keys, fits };
  });
  // Asked first: what is named before is in what is read behind.
  const isComplete = asked.size > 0 && (await catalog.isComplete());
  const { names, cutKeys } = asked.size > 0 ? await catalog.find([...asked]) : NOTHING;
  const byKey = groupedByKey(names);
  const ownByKey = groupedByKey(own);
  return read.map(({ texts, keys, fits }) => {
    const inPrompt = mentions(texts, ofPrompt);
    const found = new KnownNames();
    for (const key of keys) {
      for (const { name, id } of ownByKey.get(key) ?? []) found.add(name, [id]);
      for (const name of byKey.get(key) ?? []) {
        // Which of many are read may differ from time to time.
        found.add(name, name.total > name.owners.length ? [OTHERS] : name.owners);
      }
    }
    const named = fits ? mentions(texts, found) : inPrompt;
    return {
      texts,
      inPrompt,
      claim: texts.cut ? undefined : theOneNamed(inPrompt),
      named,
      theOne: theOneNamed(named),
      isKnown: fits && !texts.cut && isComplete && ![...keys].some((key) => cutKeys.has(key)),
    };
  });
}

function groupedByKey<Value extends { readonly key: string }>(values: readonly Value[]): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const group = groups.get(value.key);
    if (group) group.push(value);
    else groups.set(value.key, [value]);
  }
  return groups;
}

const NOTHING: NamesInText = { names: [], cutKeys: new Set() };

/** Some mention is of one item alone, and all mentions are of that item. */
function theOneNamed(named: readonly Mention[]): string | undefined {
  const [itemId, ...others] = new Set(sole(named).flatMap(({ owners }) => [...owners]));
  if (itemId === undefined || itemId === OTHERS || others.length > 0) return undefined;
  return named.every(({ owners }) => owners.has(itemId)) ? itemId : undefined;
}

function sole(named: readonly Mention[]): Mention[] {
  return named.filter(({ owners, decides }) => decides && owners.size === 1);
}

// ───────────────────────────── who else is meant ─────────────────────────────

/** By name. */
type Users = ReadonlyMap<string, NameUsers>;

/** Asks who uses the names that are one item's alone. */
async function usersOf(looks: readonly Look[], catalog: CatalogNames): Promise<Users> {
  // An id is one item's alone whoever speaks of it.
  const names = looks
    .flatMap(({ named, inPrompt }) => [...sole(named), ...sole(inPrompt)])
    .filter(({ kind }) => kind !== 'id');
  const asked = [...new Map(names.map(({ kind, name }) => [keyOf({ kind, name }), { kind, name }])).values()];
  const some = asked.slice(0, MAX_ASKED);
  const found = some.length === 0 ? [] : await catalog.users(some);
  return new Map(asked.map((name, index) => [keyOf(name), found[index] ?? 'unknown']));
}

/** The names that are the item's alone, also when all their users are counted. */
function decide({ named, theOne }: Look, users: Users): Name[] {
  const counted = withUsers(named, users);
  if (theOneNamed(counted) !== theOne) return [];
  return [...new Map(sole(counted).map(({ kind, name }) => [keyOf({ kind, name }), { kind, name }])).values()];
}

/** What is named, owned by all that go by it or use it. */
function withUsers(named: readonly Mention[], users: Users): Mention[] {
  return named.map((mention) => {
    const known = users.get(keyOf(mention));
    if (known === undefined) return mention;
    const more: Owners = known === 'unknown' ? new Set([OTHERS]) : known.items;
    return { ...mention, owners: new Set([...mention.owners, ...more]) };
  });
}

/** Items to suggest though the prompt has not retrieved them: the one that is named, and who shares what names one of it. */
function othersOf(
  { named, inPrompt, theOne, claim, isKnown }: Look,
  retrievedIds: ReadonlySet<string>,
  users: Users,
): string[] {
  const others = isKnown && theOne !== undefined && !retrievedIds.has(theOne) ? [theOne] : [];
  if (claim === undefined || !retrievedIds.has(claim)) return others;
  const claimed = new Set(sole(inPrompt).map(keyOf));
  const sharing = withUsers(named, users)
    .filter((mention) => claimed.has(keyOf(mention)) && !mention.owners.has(OTHERS))
    .map(({ owners }) => [...owners].filter((id) => id !== claim))
    .filter((ids) => ids.length <= MAX_SHARING);
  return [...new Set([...others, ...sharing.flat()])];
}

// ───────────────────────────── suggestions ─────────────────────────────

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
