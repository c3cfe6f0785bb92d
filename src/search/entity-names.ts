/** Maximum number of words of a question, and of a name, that are examined. */
const MAX_WORDS = 64;
export const MAX_NAME_WORDS = 6;
/** Minimum number of letters of a one-word name that is linked. */
const MIN_LETTERS = 3;

/** Question words and connecting words; an entity with such a name is linked only as a part of a longer name. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  (
    'about above after again all also and any anything are because been before being below between both but can could ' +
    'did does doing done down during each every everything few for from further get gets give given goes had has have ' +
    'having her here hers him his how into its just know let like made make many may might more most much must need ' +
    'nobody nor not nothing now off once one only other our ours out over own please same shall she should show since ' +
    'some somebody someone something such tell than that the their theirs them then there these they this those through ' +
    'too under until upon use used uses very was way were what whatever when where whether which while who whom whose ' +
    'why will with within without would yes yet you your yours'
  ).split(' '),
);

/** Normalises a name for comparison: lower case, letters and digits only, words separated by one space. */
export function normalizedName(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns the names that a question may contain, normalised: all runs of up to six words among its first 64 words. */
export function possibleNames(question: string): string[] {
  const words = wordsOf(question);
  return [...new Set(words.flatMap((_, start) => runsFrom(words, start)))];
}

/**
 * Finds the names that a question contains, in their order, without repetitions. If names overlap, the one that begins
 * first is taken; if they begin at the same word, the longest.
 *
 * @param known normalised names of entities
 */
export function namesIn(question: string, known: ReadonlySet<string>): string[] {
  const words = wordsOf(question);
  const names = new Set<string>();
  for (let start = 0; start < words.length;) {
    const longest = runsFrom(words, start).find((name) => known.has(name));
    if (longest !== undefined) names.add(longest);
    start += longest === undefined ? 1 : longest.split(' ').length;
  }
  return [...names];
}

function wordsOf(question: string): string[] {
  return normalizedName(question).split(' ', MAX_WORDS).filter(Boolean);
}

/** Returns the runs of words that begin at `start`, longest first. */
function runsFrom(words: readonly string[], start: number): string[] {
  const longest = Math.min(MAX_NAME_WORDS, words.length - start);
  return Array.from({ length: longest }, (_, i) => words.slice(start, start + longest - i).join(' ')).filter(isName);
}

/**
 * True if a normalised name may be linked. A one-word name needs three letters, and must not be a stop word or question
 * word.
 */
export function isName(name: string): boolean {
  return name.includes(' ') || ([...name].length >= MIN_LETTERS && !COMMON_WORDS.has(name));
}
