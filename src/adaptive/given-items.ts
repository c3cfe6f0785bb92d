import { findRules, normalized } from './criteria-rules.js';
import { unreadOf, withoutRules } from './unread-words.js';

// Requests about entries that they contain themselves: to sort them, to turn them round, to drop duplicates, to pick the
// primes among them. The result is known exactly.

/** Maximum number of given entries that are computed. */
const MOST = 200;
const NUMBER = '-?\\d+(?:\\.\\d+)?';
const LIST_OF_NUMBERS = new RegExp(
  `(?<![\\p{L}\\d.,-])${NUMBER}(?:(?:, ?(?:and )?|,? and |; ?| )${NUMBER})+(?![\\p{L}\\d])`,
  'u',
);

const SORT = /\b(?:sort|order|arrange|put|rank|alphabeti[sz]e)\b/;
const REVERSE = /\brevers(?:e|ed)\b(?! alphabetical)/;
const DISTINCT = /\b(?:duplicates?|deduplicate|unique|distinct|repeated)\b/;
const PICK = /^(?:which|find|list|keep|filter|pick|select|show|give me|tell me|what)\b/;

/** Words of such requests that do not change the result. */
const PLAIN =
  /\b(?:sort|order|arrange|put|rank|alphabeti[sz]e|reversed?|duplicates?|deduplicate|unique|distinct|remove|drop|delete|keep|filter|select|words?|names?|list|following|numerically|numerical|the|size|of|only|once|values|repeated|ones|cities|fruits|colou?rs|countries|animals|among|into|from|in|out)\b/g;

/**
 * The criterion that the result consists of exactly these entries.
 *
 * @param text the request in English
 * @returns undefined unless every word of the request is read
 */
export function givenItemsIn(text: string): string | undefined {
  const colon = text.search(/:(?: |$)/);
  const head = (colon < 0 ? text : text.slice(0, colon)).toLowerCase();
  const inText = LIST_OF_NUMBERS.exec(text);
  const listed = colon >= 0 ? entriesIn(text.slice(colon + 1)) : undefined;
  const numbers = (colon >= 0 ? listed : inText?.[0].match(new RegExp(NUMBER, 'g')))?.map(Number);
  const instruction = colon >= 0 ? head : inText ? text.replace(inText[0], ' ').toLowerCase() : head;
  if (instruction.trim().length < 4) return undefined;
  if (numbers && numbers.length >= 2 && numbers.length <= MOST && numbers.every((value) => Number.isFinite(value))) {
    return ofNumbers(instruction, numbers);
  }
  return listed && listed.length >= 2 && listed.length <= MOST ? ofWords(instruction, listed) : undefined;
}

function entriesIn(material: string): readonly string[] | undefined {
  const entries = material
    .replace(/[.?!]\s*$/, '')
    .split(/, ?(?:and )?|; ?|,? and /)
    .map((entry) => entry.trim());
  return entries.every((entry) => entry !== '' && entry.length <= 60 && !/[[\]{}|:"“”=]/.test(entry))
    ? entries
    : undefined;
}

/** What is sorted, before the order: "sort our scores from highest to lowest". */
const OBJECT =
  /(?<=\b(?:sort|order|arrange|rank|put|reverse) )(?:them|(?:(?:my|our|these|those|the|all|following) ){1,3}\p{L}+s)(?= (?:in|from|by|alphabetically|numerically|ascending|descending)\b| ?$)/u;

function ofNumbers(given: string, numbers: readonly number[]): string | undefined {
  // Adds the noun that is missing in "which are prime".
  const instruction = normalized(given.replace(OBJECT, ' ')).replace(
    /\b(prime|even|odd|positive|negative)$/,
    '$1 numbers',
  );
  const rules = findRules(instruction);
  if (unreadOf(withoutRules(instruction, rules).replace(PLAIN, ' '), []) !== 'nothing') return undefined;
  const directions = rules.flatMap(({ rule }) => (rule.kind === 'order' ? [rule.direction] : []));
  const properties = rules.flatMap(({ rule }) => (rule.kind === 'property' ? [rule.property] : []));
  const ranges = rules.flatMap(({ rule }) => (rule.kind === 'range' ? [rule.bounds] : []));
  const others = rules.filter(({ rule }) => !['order', 'property', 'range', 'unique'].includes(rule.kind));
  const [direction = 'ascending', ...more] = directions;
  if (others.length > 0 || more.length > 0 || direction === 'alphabetical') return undefined;
  const isDistinct = DISTINCT.test(instruction);
  const kept = isDistinct ? [...new Set(numbers)] : numbers;
  const ascending = kept.toSorted((a, b) => a - b);
  if (SORT.test(instruction)) {
    if (properties.length + ranges.length > 0 || (directions.length === 0 && REVERSE.test(instruction)))
      return undefined;
    return `exactly in this order: ${(direction === 'descending' ? ascending.toReversed() : ascending).join(', ')}`;
  }
  if (directions.length > 0) return undefined;
  if (REVERSE.test(instruction)) return `exactly in this order: ${kept.toReversed().join(', ')}`;
  if (properties.length > 0 && ranges.length === 0 && PICK.test(instruction)) {
    const picked = kept.filter((value) => properties.every((property) => property.holds(value) === true));
    return picked.length > 0 ? `exactly these: ${picked.join(', ')}` : undefined;
  }
  return isDistinct && properties.length + ranges.length === 0 ? `exactly these: ${kept.join(', ')}` : undefined;
}

function ofWords(instruction: string, words: readonly string[]): string | undefined {
  const order = /\b(?:in )?(reverse )?(?:alphabetical(?:ly)?(?: order)?|from a to z|a-z)\b|\bfrom (z) to a\b/.exec(
    instruction,
  );
  const isReverse = (order?.[1] ?? order?.[2]) !== undefined;
  const left = instruction
    .replace(OBJECT, ' ')
    .replace(order?.[0] ?? '', ' ')
    .replace(PLAIN, ' ');
  if (unreadOf(left, []) !== 'nothing') return undefined;
  const quoted = (entries: readonly string[]) => entries.map((entry) => `"${entry}"`).join(', ');
  const kept = DISTINCT.test(instruction)
    ? [...new Map(words.map((word) => [word.toLowerCase(), word])).values()]
    : words;
  if (order) {
    // Names of several words may be ordered by their last word, and languages order other characters differently.
    if (!kept.every((word) => /^[a-z]+$/i.test(word))) return undefined;
    const sorted = kept.toSorted((a, b) => a.toLowerCase().localeCompare(b.toLowerCase(), 'en'));
    return `exactly in this order: ${quoted(isReverse ? sorted.toReversed() : sorted)}`;
  }
  if (REVERSE.test(instruction)) return `exactly in this order: ${quoted(kept.toReversed())}`;
  return DISTINCT.test(instruction) ? `exactly these: ${quoted(kept)}` : undefined;
}
