import { type Finding, several, UNDECIDED } from './finding.js';
import type { Content } from './content.js';
import { numberOf } from './content-tables.js';
import { EntryOrder } from './criteria.js';

// Judges whether entries are in order. A request often does not say by what they are ordered: a column, a number in each
// entry, or a last name. The criterion fails only if no such order holds.

type Entry = string | number;

export function judgeOrder(order: EntryOrder, text: string, content: Content): Finding {
  const numeric = content.isNumeric && order !== EntryOrder.ALPHABETICAL;
  const entries: readonly Entry[] = numeric ? content.numbers : content.items;
  const breaks = breaksOf(entries, order);
  const [first] = breaks;
  if (!numeric && first) {
    const others = keysOf(content, order);
    if (others.some((keys) => breaksOf(keys, order).length === 0)) {
      return order === EntryOrder.ALPHABETICAL && !content.table
        ? UNDECIDED
        : { met: true, credit: 1, aspect: 'accuracy' };
    }
    // Ascending words without numbers are ordered by something that the request does not name.
    if (order !== EntryOrder.ALPHABETICAL && others.length === 0) return UNDECIDED;
  }
  return {
    met: entries.length > 0 && !first,
    credit: entries.length === 0 ? 0 : 1 - breaks.length / entries.length,
    aspect: 'accuracy',
    ...(first && {
      issue: `${text}: ${several([first.next])} stands behind ${several([first.one])}`,
      suggestion: `Ask for ${order.toLowerCase()} order`,
    }),
  };
}

/** Sort keys that may be meant instead of the whole entries. */
function keysOf({ table, items }: Content, order: EntryOrder): readonly (readonly Entry[])[] {
  if (table) {
    const width = table.rows[0]?.length ?? 0;
    return Array.from({ length: width }, (_, at) => {
      const cells = table.rows.map((row) => row[at] ?? '');
      const numbers = order === EntryOrder.ALPHABETICAL ? [] : cells.flatMap((cell) => numbersIn(cell)[0] ?? []);
      return numbers.length === cells.length ? numbers : cells;
    });
  }
  if (order === EntryOrder.ALPHABETICAL) {
    return [
      items.map((item) => item.split(/\s+/).at(-1) ?? item),
      items.map((item) => item.replace(/^(?:the|an?)\s+/i, '')),
    ];
  }
  const found = items.flatMap((item) => numbersIn(item)[0] ?? []);
  return found.length === items.length ? [found] : [];
}

function numbersIn(text: string): readonly number[] {
  const tokens = text.match(/-?\d[\d.,]*\d|-?\d/g) ?? [];
  return tokens.flatMap((token) => numberOf(token.replace(/[.,](?=\d{3}(?!\d))/g, '').replace(',', '.')) ?? []);
}

function breaksOf(entries: readonly Entry[], order: EntryOrder) {
  const sign = order === EntryOrder.DESCENDING ? -1 : 1;
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
