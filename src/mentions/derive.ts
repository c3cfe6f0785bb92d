import { MAX_NAMES, type Scan } from './scan.js';

// Finds the names in a text, given the names that are known from all texts of its namespace. The functions are pure.
// The known names do not depend on the order in which texts were stored, and therefore the found names do not either.

/** Names to search for in texts, ignoring case. Indexed by the first word of each name. */
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

  /**
   * Finds names in the words. If names overlap, the one that begins first is taken; if several begin at the same word,
   * the longest.
   */
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
  /** Names of titles, and of entities from documents. */
  readonly dictionary: Dictionary;
  /**
   * The names to search for in texts without capitals: those of `dictionary`, and names that other texts show by their
   * capitals.
   */
  readonly uncased: Dictionary;
  /** True if a name is known from a title, an entity, or the inside of a sentence. */
  readonly isKnown: (name: string) => boolean;
}

/** The names by which a text is linked, without duplicates, at most MAX_NAMES. The name in the title comes first. */
export function namesOfText(scan: Scan, { dictionary, uncased, isKnown }: KnownNames): string[] {
  const { title, inside, starting, words } = scan;
  const searched = scan.uncased ? uncased : dictionary;
  const known = words.flatMap((sequence) => searched.namesIn(sequence));
  const names = new Set(title === null ? known : [title, ...known]);
  const found = [...inside, ...starting.filter(isKnown)];
  const all = [...names, ...inside, ...starting].map((name) => ` ${name} `);
  for (const name of found) {
    // A text with the name "John Smith" is not linked by the name "Smith" as well, nor one with "Kestrel" by "Kestrels".
    const isPart = all.some((other) => other.length > name.length + 2 && other.includes(` ${name} `));
    if (!isPart && !(name.endsWith('s') && all.includes(` ${name.slice(0, -1)} `))) names.add(name);
  }
  return [...names].slice(0, MAX_NAMES);
}

/** The names that a text makes known to other texts, which are those inside its sentences. */
export function namesToldBy({ inside }: Scan): readonly string[] {
  return inside;
}

/**
 * Names of a text that share no word with its other names. If such a name becomes a title or the name of an entity, the
 * text need not be linked again, because the name is found in the same places and does not hide another name.
 */
export function namesApart(names: readonly string[]): string[] {
  // The list of names ends at the limit, so the text may have further names.
  if (names.length >= MAX_NAMES) return [];
  const uses = new Map<string, number>();
  const wordsOf = (name: string) => new Set(name.split(' '));
  for (const name of names) for (const word of wordsOf(name)) uses.set(word, (uses.get(word) ?? 0) + 1);
  return names.filter((name) => [...wordsOf(name)].every((word) => uses.get(word) === 1));
}
