import { compare } from '../common/text.js';

/** Characters of a name for which a close one is looked for. */
const MAX_COMPARED = 100;

/** The closest name that is at most a third of the name away, in letters changed, added, taken out or swapped. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  // Comparing takes time with the product of both lengths, and nobody misspells a name this long.
  if (name.length > MAX_COMPARED) return undefined;
  const most = Math.max(1, Math.floor(name.length / 3));
  const [best] = candidates
    .filter((candidate) => candidate !== name && Math.abs(candidate.length - name.length) <= most)
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
