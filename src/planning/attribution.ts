import { OTHERS, sole, theOneNamed } from '../transcripts/ownership.js';
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

// Infers which knowledge item an action of a plan came from, if the plan does not state it. A wrong guess is worse than
// none, because it lowers the trust of an item that had nothing to do with a failure. In a simulation, a fallback by
// text similarity attached 119 learnings to wrong items and only 12 to right ones. When names had to be unique only
// among the retrieved items, 22 of 27 learnings were attached to wrong items. So an item is inferred only if it was in
// the prompt and the action's own text contains a name that no other item of the catalog has. All other matches become
// suggestions, which a person may accept.

/** An item that a step may come from. */
export interface Candidate {
  readonly itemId: string;
  /** Score in (0,1]. It combines the share of names and the share of words of the step that fit the item. */
  readonly score: number;
}

/** The item that the text of a step identifies, or suggestions if it identifies none. */
export interface Inference {
  /** The one item whose menu path, control, shortcut or id is named, unless another name in the text contradicts it. */
  readonly itemId: string | null;
  /** Names in the text that belong only to this item; empty if no item was inferred. */
  readonly decidedBy: readonly Name[];
  /** If no item was inferred: at most three suggestions, best first. */
  readonly candidates: readonly Candidate[];
}

/** Items that the planning prompt showed; the source of a step is searched among them. */
export interface PromptItems {
  /** Items that may be inferred. */
  readonly retrieved: readonly NameableItem[];
  /** Other items of the prompt, such as prerequisites. They can be suggested, but not inferred. */
  readonly beside: readonly NameableItem[];
}

/** The names of all items of the plan's application. */
export interface CatalogNames {
  /** Whether the names of all items are stored; if not, nothing is inferred. */
  isComplete(): Promise<boolean>;
  /** Finds names by their lookup keys. */
  find(keys: readonly string[]): Promise<NamesInText>;
  /** Finds the items whose texts use a name of another item; one entry per name. */
  users(names: readonly Name[]): Promise<readonly NameUsers[]>;
  /** Finds items by id; unknown ids are left out. */
  items(ids: readonly string[]): Promise<readonly NameableItem[]>;
}

const MAX_CANDIDATES = 3;
const MIN_SCORE = 0.15;
const WEIGHT = { names: 0.7, words: 0.3 };
/**
 * Maximum number of items with the same name that are suggested. If more items share a name, their score is too small.
 */
const MAX_SHARING = MAX_OWNERS - 2;

/** Maximum number of lookup keys per action and per plan. No item is inferred for actions that exceed them. */
const MAX_KEYS = { ofAction: 4_000, ofPlan: 20_000 };
/** Maximum number of names per plan whose users are looked up. Further names do not decide on an item. */
const MAX_ASKED = 200;

/**
 * Finds the items that actions came from.
 *
 * @returns one inference per action
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
  /** Names of the prompt's items in the action's text. */
  readonly inPrompt: readonly Mention[];
  /** The single item that the action names, if only the names of the prompt's items are considered. */
  readonly claim: string | undefined;
  /** Names of the whole catalog's items in the action's text. */
  readonly named: readonly Mention[];
  /** The single item of the catalog that the action names. */
  readonly theOne: string | undefined;
  /** Whether the whole text and all names in it were read. */
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
  // This is checked before the names are read, because names that are complete now are included in the later read.
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
        // If a name has more owners than are read, the selection may vary between calls.
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

// ───────────────────────────── who else is meant ─────────────────────────────

/** Users of a name, by the name's key. */
type Users = ReadonlyMap<string, NameUsers>;

/** Looks up which other items use the names that belong to one item only. */
async function usersOf(looks: readonly Look[], catalog: CatalogNames): Promise<Users> {
  // The users of ids are not looked up, because an id belongs to one item, even if other items mention it.
  const names = looks
    .flatMap(({ named, inPrompt }) => [...sole(named), ...sole(inPrompt)])
    .filter(({ kind }) => kind !== 'id');
  const asked = [...new Map(names.map(({ kind, name }) => [keyOf({ kind, name }), { kind, name }])).values()];
  const some = asked.slice(0, MAX_ASKED);
  const found = some.length === 0 ? [] : await catalog.users(some);
  return new Map(asked.map((name, index) => [keyOf(name), found[index] ?? 'unknown']));
}

/** The names that belong only to the item, even if all users of the names are considered. */
function decide({ named, theOne }: Look, users: Users): Name[] {
  const counted = withUsers(named, users);
  if (theOneNamed(counted) !== theOne) return [];
  return [...new Map(sole(counted).map(({ kind, name }) => [keyOf({ kind, name }), { kind, name }])).values()];
}

/** Adds the users of each mentioned name to its owners. */
function withUsers(named: readonly Mention[], users: Users): Mention[] {
  return named.map((mention) => {
    const known = users.get(keyOf(mention));
    if (known === undefined) return mention;
    const more: Owners = known === 'unknown' ? new Set([OTHERS]) : known.items;
    return { ...mention, owners: new Set([...mention.owners, ...more]) };
  });
}

/**
 * Items that are suggested although they were not retrieved for the prompt: the item that is named, and items that
 * share names with the item named in the prompt.
 */
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
