import { sha256 } from '../common/hash.js';
import { compare } from '../common/text.js';
import { Dictionary, type KnownNames, namesApart, namesToldBy } from './derive.js';
import type { FoundInText, LinkedText, NameRow, NameState, UnlinkedText } from './mentions.statements.js';
import type { Scan } from './scan.js';
import { isIndexed, isKey, keyOf, OWN_ID } from './words.js';

// Computes the effects of changed texts on the names of a namespace and on its other texts. Pure functions.

/**
 * Share of the texts above which a name carries little information, so that it gets no mentions. The exception is
 * FEW_DOCUMENTS.
 */
const MOST_SHARE = 0.1;
/** Number of texts up to which a name always gets mentions, because the share of a few texts is a matter of chance. */
const FEW_DOCUMENTS = 5;
/**
 * Number of texts from which the limit for a name is rounded to two digits, so that names near the limit do not change
 * with each new text.
 */
const EXACT_TEXTS = 1_000;
/** Maximum clauses of one full-text query; Lucene accepts 1,024. */
const MAX_CLAUSES = 800;

export interface ScannedText {
  readonly text: UnlinkedText;
  readonly scan: Scan;
}

/** The maximum number of texts that may contain a name. Names in more texts are hidden. */
export function mostDocuments(texts: number): number {
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, texts))) - 1);
  const counted = texts < EXACT_TEXTS ? texts : Math.floor(texts / digits) * digits;
  return Math.max(FEW_DOCUMENTS, MOST_SHARE * counted);
}

/**
 * The names to read before texts are linked: all names that the texts had or may have. Key words are included, which
 * lead to further names.
 */
export function namesNeeded(
  scanned: readonly ScannedText[],
  gone: readonly FoundInText[],
): { names: string[]; keys: string[] } {
  const names = new Set<string>();
  const keys = new Set<string>();
  const add = (...more: readonly (string | null)[]) => more.forEach((name) => name !== null && names.add(name));
  for (const before of [...gone, ...scanned.map(({ text }) => text)]) {
    add(before.titleName, ...(before.names ?? []), ...(before.told ?? []));
  }
  for (const { scan } of scanned) {
    add(scan.title, ...namesToldBy(scan), ...scan.starting);
    for (const sequence of scan.words) for (const word of sequence) keys.add(word);
    if (scan.uncased) add(...scan.words.flatMap(runsOfWords));
  }
  return { names: [...names], keys: [...keys].filter(isKey) };
}

/**
 * Limits for a text without capitals: maximum number of words that are examined, and maximum number of words of a name.
 */
const UNCASED = { words: 500, name: 4 };

function runsOfWords(words: readonly string[]): string[] {
  const looked = words.slice(0, UNCASED.words);
  return looked.flatMap((_, start) =>
    Array.from({ length: Math.min(UNCASED.name, looked.length - start) }, (_, more) =>
      looked.slice(start, start + more + 1).join(' '),
    ),
  );
}

/** The names of a namespace before and after a change of its texts. Names that were not read are treated as unknown. */
export class NameChanges {
  private readonly before: ReadonlyMap<string, NameState>;
  private readonly after = new Map<string, NameState>();

  constructor(states: readonly NameState[]) {
    this.before = new Map(states.map((state) => [state.name, state]));
  }

  /** Counts the names that texts make known. It must be called before the names of the texts are determined. */
  count(before: FoundInText, scan: Scan | undefined): void {
    for (const name of before.told ?? []) this.add(name, { told: -1 });
    if (before.titleName !== null) this.add(before.titleName, { titles: -1 });
    if (!scan) return;
    for (const name of namesToldBy(scan)) this.add(name, { told: 1 });
    if (scan.title !== null) this.add(scan.title, { titles: 1 });
  }

  /** @param ids ids of the entities from documents that have the name */
  retarget(name: string, ids: readonly string[]): void {
    this.after.set(name, { ...this.stateOf(name), targets: ids.toSorted(compare) });
  }

  known(): KnownNames {
    const states = [...new Set([...this.before.keys(), ...this.after.keys()])].map((name) => this.stateOf(name));
    return {
      dictionary: new Dictionary(states.filter(isBrought).map(({ name }) => name)),
      uncased: new Dictionary(states.filter(isKnown).map(({ name }) => name)),
      isKnown: (name) => isKnown(this.stateOf(name)),
    };
  }

  /** Updates the counts of names for a text: `before` its earlier names, `names` its new ones. */
  link(before: readonly string[] | null, names: readonly string[]): void {
    for (const name of before ?? []) this.add(name, { documents: -1 });
    for (const name of names) this.add(name, { documents: 1 });
  }

  /** Hides names that are in more than `most` texts, and unhides the others. */
  hide(most: number): void {
    for (const name of new Set([...this.before.keys(), ...this.after.keys()])) {
      const state = this.stateOf(name);
      const hidden = state.documents > most;
      if (hidden !== state.hidden) this.after.set(name, { ...state, hidden });
    }
  }

  /** Ids of the entities to which a text with the name is linked. */
  entitiesOf(name: string): readonly string[] {
    return entitiesOf(this.stateOf(name));
  }

  /** The changed names, in the form in which they are stored. */
  rows(): NameRow[] {
    return this.changed()
      .filter(({ now }) => !isForgotten(now))
      .map(({ was, now }) => ({
        ...now,
        key: isBrought(now) ? keyOf(now.name) : null,
        hidden: now.hidden ? (true as const) : null,
        entity: hasOwnEntity(now) && !hasOwnEntity(was),
      }))
      .sort((a, b) => compare(a.name, b.name));
  }

  /** Names to delete, and names whose own entity is to be deleted. */
  dropped(): { names: string[]; entities: string[] } {
    const changed = this.changed();
    return {
      names: changed.filter(({ now }) => this.before.has(now.name) && isForgotten(now)).map(({ now }) => now.name),
      entities: changed.filter(({ was, now }) => hasOwnEntity(was) && !hasOwnEntity(now)).map(({ now }) => now.name),
    };
  }

  /**
   * Full-text queries that find other texts whose names or entities may be affected by this change.
   *
   * @param uncased whether the namespace has texts without capitals
   */
  queries(namespace: string, uncased: boolean): string[] {
    const clauses: { readonly text: string; readonly count: number }[] = [];
    for (const { was, now } of this.changed()) {
      const { name } = now;
      const words = [...new Set(name.split(' '))];
      const required = words.map((word) => `+${word}`).join(' ');
      const all = `(${required})`;
      if ((isBrought(was) && !isBrought(now)) || isLinkedOtherwise(was, now)) {
        clauses.push({ text: all, count: words.length + 1 });
      } else if (isBrought(now) && !isBrought(was)) {
        const apart = apartToken(name);
        const text = apart === undefined ? all : `(${required} -${apart})`;
        clauses.push({ text, count: words.length + 2 });
      } else if (isKnown(now) !== isKnown(was)) {
        clauses.push({ text: startToken(name), count: 1 });
        if (uncased) clauses.push({ text: `(+${UNCASED_TOKEN} +${all})`, count: words.length + 3 });
      }
    }
    const queries: string[] = [];
    for (let start = 0, end = 0; start < clauses.length; start = end) {
      let count = 0;
      while (end < clauses.length && count < MAX_CLAUSES) count += clauses[end++]?.count ?? 0;
      const any = clauses.slice(start, end).map(({ text }) => text);
      queries.push(`+${namespaceToken(namespace)} +(${any.join(' ')})`);
    }
    return queries;
  }

  private stateOf(name: string): NameState {
    return this.after.get(name) ?? this.before.get(name) ?? unknown(name);
  }

  private add(name: string, more: { told?: number; titles?: number; documents?: number }): void {
    const { told, titles, documents, ...state } = this.stateOf(name);
    this.after.set(name, {
      ...state,
      told: told + (more.told ?? 0),
      titles: titles + (more.titles ?? 0),
      documents: documents + (more.documents ?? 0),
    });
  }

  private changed(): { was: NameState; now: NameState }[] {
    return [...this.after.values()].map((now) => ({ was: this.before.get(now.name) ?? unknown(now.name), now }));
  }
}

/** A text with its names, in the form in which it is linked. */
export function linkedText(
  namespace: string,
  { text, scan }: ScannedText,
  names: readonly string[],
  changes: NameChanges,
): LinkedText {
  return {
    id: text.id,
    // Sorted, because the order of discovery depends on the names known at the time.
    names: names.toSorted(compare),
    told: namesToldBy(scan),
    titleName: scan.title,
    words: wordsOf(namespace, scan, names),
    mentions: [...new Set(names.flatMap((name) => changes.entitiesOf(name)))],
    titled: scan.title === null ? [] : changes.entitiesOf(scan.title),
  };
}

function unknown(name: string): NameState {
  return { name, told: 0, titles: 0, documents: 0, targets: [], hidden: false };
}

/**
 * True if texts with the name get or lose an edge. Edges to the entity that was created for the name are not
 * considered, because they are deleted together with it.
 */
function isLinkedOtherwise(was: NameState, now: NameState): boolean {
  const isHiddenWithEntity = now.hidden && hasOwnEntity(was);
  const moved = was.hidden !== now.hidden || was.targets.join('\n') !== now.targets.join('\n');
  return moved && was.documents > 0 && !(isHiddenWithEntity && now.targets.length === 0);
}

/**
 * True for a title or the name of an entity from a document. Such names are linked in any case, with or without
 * capitals.
 */
function isBrought({ titles, targets }: NameState): boolean {
  return titles > 0 || targets.length > 0;
}

function isKnown(state: NameState): boolean {
  return state.told > 0 || isBrought(state);
}

function isForgotten(state: NameState): boolean {
  return !isKnown(state) && state.documents <= 0;
}

function entitiesOf({ name, targets, hidden }: NameState): readonly string[] {
  if (hidden) return [];
  return targets.length > 0 ? targets : [OWN_ID + name];
}

function hasOwnEntity({ targets, documents, hidden }: NameState): boolean {
  return targets.length === 0 && documents > 0 && !hidden;
}

// ───────────────────────────── the words of a text ─────────────────────────────

/**
 * Token that marks texts without capitals in the index. It cannot be mistaken for a word, because words never contain
 * an underscore.
 */
const UNCASED_TOKEN = '_u';

function namespaceToken(namespace: string): string {
  return `_n${sha256(namespace).slice(0, 16)}`;
}

function startToken(name: string): string {
  return `_s_${name.replaceAll(' ', '_')}`;
}

/** The index cuts longer tokens. */
const MAX_TOKEN_LENGTH = 255;

/**
 * Token for a text that has the name, but no other name that shares a word with this one; undefined if the token would
 * be too long.
 */
function apartToken(name: string): string | undefined {
  const token = `_a_${name.replaceAll(' ', '_')}`;
  return token.length <= MAX_TOKEN_LENGTH ? token : undefined;
}

/** The indexed tokens of a text: namespace, words, capitalised runs at the beginning of sentences, and names. */
function wordsOf(namespace: string, { words, starting, uncased }: Scan, names: readonly string[]): string {
  const own = new Set(words.flat().filter(isIndexed));
  const starts = starting.map(startToken);
  const apart = namesApart(names).flatMap((name) => apartToken(name) ?? []);
  return [namespaceToken(namespace), ...(uncased ? [UNCASED_TOKEN] : []), ...own, ...starts, ...apart].join(' ');
}
