import { compare as compareText } from '../common/text.js';
import { turn } from '../common/turns.js';
import {
  type ActionText,
  type ActionTexts,
  MAX_ENTRIES,
  MAX_TEXT,
  type Mention,
  mentions,
  mentionsInProse,
  occurrences,
  textsOf,
} from './mentions.js';
import {
  keyOf,
  type Name,
  type NameableItem,
  Names,
  normalise,
  type Owners,
  type OwnNames,
  wordsIn,
} from './item-names.js';

// Which knowledge item an action of a plan came from, where the plan does not say. A wrong guess is worse than none: it
// punishes an item that had nothing to do with a failure. A fallback by similarity of texts attached 119 learnings to wrong
// items for 12 to right ones in a simulation; names that were unique among the retrieved items alone, 22 of 27. So an item
// is inferred only if it was in the prompt and the action's own text names what is that item's alone in the whole catalog;
// everything else is a suggestion that a person may take up.

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

function rawWords({ arguments: given, reasoning, kbSource }: ActionTexts): Set<string> {
  return new Set([...given.map(({ text }) => text), reasoning, kbSource].flatMap((text) => wordsIn(normalise(text))));
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
