import type { Indicator, PredicateUse } from './event-description.js';
import { editDistance } from './near-name.js';

/**
 * RTEC's predicates that rules use, with their arities. `shaped` means that the first argument is a fluent or event.
 */
const WRITTEN: readonly { readonly name: string; readonly arities: readonly number[]; readonly shaped: boolean }[] = [
  { name: 'initially', arities: [1], shaped: true },
  { name: 'initiatedAt', arities: [2, 4], shaped: true },
  { name: 'terminatedAt', arities: [2, 4], shaped: true },
  { name: 'holdsFor', arities: [2], shaped: true },
  { name: 'holdsAt', arities: [2], shaped: true },
  { name: 'happensAt', arities: [2], shaped: true },
  { name: 'grounding', arities: [1], shaped: true },
  { name: 'union_all', arities: [2], shaped: false },
  { name: 'intersect_all', arities: [2], shaped: false },
  { name: 'relative_complement_all', arities: [3], shaped: false },
  { name: 'complement_all', arities: [2], shaped: false },
  { name: 'intDurGreater', arities: [3], shaped: false },
];
/** Maximum edit distance: letters changed, added or removed. */
const MAX_DISTANCE = 2;
/** Minimum length of a name that counts as misspelt; shorter names are similar to too many others. */
const MIN_LETTERS = 6;
const MAX_LETTERS = 30;

/** The predicate of RTEC that a name resembles; undefined if the name is such a predicate itself, or resembles none. */
export function meantBy({
  name,
  arity,
}: Indicator): { readonly name: string; readonly sameArity: boolean } | undefined {
  if (name.length > MAX_LETTERS || WRITTEN.some((each) => each.name === name)) return undefined;
  // Comparisons are slow, and a text may have 20,000 names, so predicates whose length differs too much are skipped
  // first.
  const alike = WRITTEN.filter((each) => Math.abs(each.name.length - name.length) <= MAX_DISTANCE);
  const near = alike
    .map((each) => ({ ...each, distance: editDistance(name, each.name) }))
    .filter(({ distance }) => distance <= MAX_DISTANCE)
    .sort((a, b) => a.distance - b.distance)[0];
  return near && { name: near.name, sameArity: near.arities.includes(arity) };
}

/** Predicates of other dialects of the event calculus, with what RTEC writes instead (Kowalski, Shanahan, Mueller; s(CASP), DEC). */
const DIALECTS: ReadonlyMap<string, string> = new Map([
  ['happens/2', 'happensAt(E, T)'],
  ['happens/3', 'happensAt(E, T)'],
  ['happens_at/2', 'happensAt(E, T)'],
  ['holds_at/2', 'holdsAt(F=V, T)'],
  ['holds_for/2', 'holdsFor(F=V, I)'],
  ['initiated_at/2', 'initiatedAt(F=V, T)'],
  ['terminated_at/2', 'terminatedAt(F=V, T)'],
  ['initiallyP/1', 'initially(F=true)'],
  ['initiallyN/1', 'initially(F=false)'],
  ['initially_true/1', 'initially(F=true)'],
  ['releases/3', 'terminatedAt(F=V, T) or initiatedAt(F=V, T)'],
  ['releasedAt/2', 'terminatedAt(F=V, T) or initiatedAt(F=V, T)'],
  ['trajectory/4', 'rules at time-points of the stream'],
  ['clipped/3', 'holdsFor(F=V, I)'],
  ['declipped/3', 'holdsFor(F=V, I)'],
]);

/** What RTEC writes instead of a predicate of another dialect of the event calculus; undefined if it is none. */
export function inDialect({ name, arity }: Indicator): string | undefined {
  return DIALECTS.get(`${name}/${String(arity)}`);
}

/** True if the name is surely a misspelt predicate of RTEC, by its length, its arity and the shape of its argument. */
export function isMisspelt(use: PredicateUse): boolean {
  const meant = meantBy(use);
  return meant !== undefined && meant.sameArity && use.isShaped && use.name.length >= MIN_LETTERS;
}
