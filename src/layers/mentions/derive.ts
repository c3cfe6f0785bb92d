import { MAX_NAMES, type Scan } from './scan.js';

// Which names a text has, given what is known from all texts of its namespace. Pure: the same texts in any order know the
// same names, and so have the same.

/** Names that texts are searched for, whatever their case, by their first words. */
export class Dictionary {
  private readonly byFirstWord = new Map<string, string[][]>();

  constructor(names: Iterable<string>) {
    for (const name of names) {
      const words = name.split(' ');
      const [first = ''] = words;
      const others = this.byFirstWord.get(first);
      if (others) others.push(words);
      else this.byFirstWord.set(first, [words]);
    }
    for (const names of this.byFirstWord.values()) names.sort((a, b) => b.length - a.length);
  }

  /** Of names that overlap, the one that begins first; of those that begin together, the longest. */
  namesIn(words: readonly string[]): string[] {
    const found: string[] = [];
    for (let start = 0; start < words.length;) {
      const name = this.byFirstWord
        .get(words[start] ?? '')
        ?.find((candidate) => candidate.every((word, index) => words[start + index] === word));
      if (name) found.push(name.join(' '));
      start += name?.length ?? 1;
    }
    return found;
  }
}

export interface KnownNames {
  /** Names of titles and of entities that documents bring. */
  readonly dictionary: Dictionary;
  /** The same and, for texts without capitals, names that runs of capitals gave. */
  readonly uncased: Dictionary;
  /** Whether a name is known from anywhere: a title, an entity, or the inside of a sentence. */
  readonly isKnown: (name: string) => boolean;
}

/** The names a text is linked by, each once, at most MAX_NAMES; the title's comes first. */
export function namesOfText(scan: Scan, { dictionary, uncased, isKnown }: KnownNames): string[] {
  const { title, inside, starting, words } = scan;
  const searched = scan.uncased ? uncased : dictionary;
  const known = words.flatMap((sequence) => searched.namesIn(sequence));
  const names = new Set(title === null ? known : [title, ...known]);
  const starts = starting.flatMap(({ full, rest }) => (isKnown(full) ? full : (rest ?? [])));
  for (const name of [...inside, ...starts]) {
    // What is called "The Beatles" is linked by that name alone.
    if (!names.has(`the ${name}`)) names.add(name);
  }
  return [...names].slice(0, MAX_NAMES);
}

/** Names that the text alone makes known: those inside its sentences. */
export function namesToldBy({ inside, starting }: Scan): string[] {
  return [...new Set([...inside, ...starting.flatMap(({ rest }) => rest ?? [])])];
}

/**
 * Of the names by which a text is linked, those that share no word with another. That such a name becomes a title or an
 * entity changes nothing for the text: it is found wherever it was, and hides no other name.
 */
export function namesApart(names: readonly string[]): string[] {
  // Of a text with more names than are kept it is not known what else it has.
  if (names.length >= MAX_NAMES) return [];
  const uses = new Map<string, number>();
  const wordsOf = (name: string) => new Set(name.split(' '));
  for (const name of names) for (const word of wordsOf(name)) uses.set(word, (uses.get(word) ?? 0) + 1);
  return names.filter((name) => [...wordsOf(name)].every((word) => uses.get(word) === 1));
}
