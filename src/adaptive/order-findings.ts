import type { Finding, Given } from './finding.js';
import { numberOf } from './content-tables.js';

// Judges whether entries are in order. A request often does not say by what they are ordered: a column, a number in each
// entry, or a last name. The criterion fails only if no such order holds.

type Direction = 'ascending' | 'descending' | 'alphabetical';
type Entry = string | number;

export function judgeOrder(direction: Direction, phrase: string, given: Given): Finding {
  const numeric = given.expectsNumbers && direction !== 'alphabetical';
  const entries: readonly Entry[] = numeric ? given.content.numbers : given.content.items;
  const [first] = breaksOf(entries, direction);
  const undecided: Finding = { met: undefined, credit: 0, aspect: 'accuracy' };
  if (!numeric && first) {
    const others = keysOf(given, direction);
    if (others.some((keys) => breaksOf(keys, direction).length === 0)) {
      return direction === 'alphabetical' && !given.content.table
        ? undecided
        : { met: true, credit: 1, aspect: 'accuracy' };
    }
    // Ascending words without numbers are ordered by something that the request does not name.
    if (direction !== 'alphabetical' && others.length === 0) return undecided;
  }
  const breaks = breaksOf(entries, direction).length;
  return {
    met: entries.length > 0 && !first,
    credit: entries.length === 0 ? 0 : 1 - breaks / entries.length,
    aspect: 'accuracy',
    ...(first && {
      issue: `${phrase}: ${named(first.next)} stands behind ${named(first.one)}`,
      suggestion: `Ask for ${direction} order`,
    }),
  };
}

/** Sort keys that may be meant instead of the whole entries. */
function keysOf({ content }: Given, direction: Direction): readonly (readonly Entry[])[] {
  const { table, items } = content;
  if (table) {
    const width = table.rows[0]?.length ?? 0;
    return Array.from({ length: width }, (_, at) => {
      const cells = table.rows.map((row) => row[at] ?? '');
      const numbers = direction === 'alphabetical' ? [] : cells.flatMap((cell) => numbersIn(cell)[0] ?? []);
      return numbers.length === cells.length ? numbers : cells;
    });
  }
  if (direction === 'alphabetical')
    return [items.map((item) => item.split(/\s+/).at(-1) ?? item), items.map(withoutArticle)];
  const found = items.map(numbersIn);
  const keys = [found.map((numbers) => numbers[0]), found.map((numbers) => numbers.at(-1))];
  return keys.flatMap((some) => (some.every((key) => key !== undefined) ? [some] : []));
}

function numbersIn(text: string): readonly number[] {
  const tokens = text.match(/-?\d[\d.,'’\u00A0\u202F]*\d|-?\d/g) ?? [];
  return tokens.flatMap(
    (token) => numberOf(token.replace(/(?<=\d)[.,'’\u00A0\u202F](?=\d{3}(?!\d))/g, '').replace(',', '.')) ?? [],
  );
}

function withoutArticle(text: string): string {
  return text.replace(/^(?:the|an?|der|die|das|le|la|les|l['’])\s+/i, '');
}

function breaksOf(entries: readonly Entry[], direction: Direction) {
  const sign = direction === 'descending' ? -1 : 1;
  const inOrder = (one: Entry, next: Entry) =>
    typeof one === 'number' && typeof next === 'number'
      ? sign * (next - one) >= 0
      : sign * ALPHABET.compare(String(next), String(one)) >= 0;
  return entries.slice(1).flatMap((next, index) => {
    const one = entries[index];
    return one === undefined || inOrder(one, next) ? [] : [{ one, next }];
  });
}

const ALPHABET = new Intl.Collator('en', { sensitivity: 'base' });

/** Maximum characters of an entry in a message. */
const NAMED = 200;

function named(value: Entry): string {
  const text = String(value);
  return text.length <= NAMED ? text : `${text.slice(0, NAMED)}…`;
}
