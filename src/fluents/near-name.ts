import { compare } from '../common/text.js';

/** Characters of a name for which a close one is looked for. */
const MAX_COMPARED = 100;

/**
 * What the search for close names may still cost in one check: characters compared with characters. Steps rather than time:
 * the same rules give the same report.
 */
export interface NearBudget {
  left: number;
}

/** Some hundred milliseconds; ten names among 500 of twenty letters take a tenth of it. */
export function nearBudget(): NearBudget {
  return { left: 20_000_000 };
}

/** Some ten milliseconds: one name is looked for without a break. */
const MAX_COST = 5_000_000;

/**
 * The closest name that is at most a third of the name away, in letters changed, added, taken out or swapped; undefined, too,
 * where the budget does not allow to look.
 */
export function nearest(name: string, candidates: readonly string[], budget = nearBudget()): string | undefined {
  // Comparing takes time with the product of both lengths, and so long a name is hardly a misspelling.
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

export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1]);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
