import { compare } from '../common/text.js';

/** Maximum length, in characters, of a name for which similar names are searched. */
const MAX_COMPARED = 100;

/**
 * Remaining budget of the search for similar names in one check, in pairs of compared characters. It limits steps
 * instead of time, so that the same rules always give the same report.
 */
export interface NearBudget {
  left: number;
}

/** A budget of about 100 ms; comparing ten names with 500 candidates of twenty letters uses a tenth of it. */
export function nearBudget(): NearBudget {
  return { left: 20_000_000 };
}

/** Number of letters from which two of them may differ by a slip. */
const LONG_NAME = 8;

/** Maximum cost of the search for one name, which takes about 10 ms and cannot be interrupted. */
const MAX_COST = 5_000_000;

/**
 * The candidate with the smallest edit distance (letters changed, added or removed), at most a third of the name's
 * length. Undefined if there is none, or if the budget is used up.
 */
export function nearest(name: string, candidates: readonly string[], budget = nearBudget()): string | undefined {
  // Long names are skipped, because the cost of a comparison is the product of both lengths, and such a name is hardly
  // a misspelling.
  if (name.length > MAX_COMPARED) return undefined;
  const most = Math.max(1, Math.floor(name.length / 3));
  const alike = candidates.filter((each) => each !== name && Math.abs(each.length - name.length) <= most);
  const cost = alike.reduce((sum, { length }) => sum + name.length * length, 0);
  if (cost > Math.min(budget.left, MAX_COST)) return undefined;
  budget.left -= cost;
  const [best] = alike
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance || compare(a.candidate, b.candidate));
  return best?.candidate;
}

/**
 * Whether two names differ as by a slip of the pen: by a letter, or two of a longer name, but neither by digits nor by the
 * ending of a word.
 */
export function isSlip(name: string, other: string): boolean {
  const letters = (text: string) => text.replace(/\d+/g, '');
  if (letters(name) === letters(other)) return false;
  const [short, long] = name.length < other.length ? [name, other] : [other, name];
  if (long.startsWith(short) && /^(?:e?s|e?d|ing)$/.test(long.slice(short.length))) return false;
  const distance = editDistance(name.toLowerCase(), other.toLowerCase());
  return distance <= (Math.min(name.length, other.length) >= LONG_NAME ? 2 : 1);
}

/** Number of letters changed, added, removed, or exchanged with the next one. */
export function editDistance(a: string, b: string): number {
  let above: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1]);
      const isExchange = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const exchange = isExchange ? (above[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, exchange));
    }
    above = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
