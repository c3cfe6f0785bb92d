import { compare } from '../../common/text.js';

// Calculates when the facts of one source and one functional type are valid: each until the next one begins. The result
// depends only on the stored facts, so it is the same in whatever order they were loaded, and after some were deleted.
// Pure.

/** A relation of a functional type. */
export interface Fact {
  /** Key of the relation; it begins with the source and the type. */
  readonly key: string;
  readonly targetId: string;
  /** Start and end of validity as the document gives them. */
  readonly validFrom: Date | null;
  readonly validTo: Date | null;
  /** Time of the event that its piece describes. */
  readonly occurredAt: Date | null;
  /** When it was first stored. */
  readonly recordedAt: Date;
}

/** The times of a fact that follow from the other facts of its source and type. */
export interface FactTimes {
  readonly key: string;
  /** If no start is given: the assumed start, and what it is taken from; else null. */
  readonly startsAt: Date | null;
  readonly startBasis: 'OCCURRED' | 'RECORDED' | null;
  /** Start of the next fact, if no earlier end is given; else null. */
  readonly endsAt: Date | null;
  /** Ends that the fact had as other facts became known, and when they did; each end is earlier than the one before. */
  readonly ends: readonly Date[];
  readonly endsKnown: readonly Date[];
  /** Shared by facts that contradict one another: same start, different targets. Null if there is no contradiction. */
  readonly conflict: string | null;
  /** Whether the next fact has begun by now. */
  readonly superseded: boolean;
}

/** Maximum number of ends kept for a fact; those that became known last are kept. */
const KEPT_ENDS = 50;

interface End {
  readonly at: Date;
  readonly known: Date;
}

/** The prefix of a relation key that names its source and type. */
export function groupOf(key: string): string {
  const [source = '', type = ''] = key.split('\n', 2);
  return `${source}\n${type}\n`;
}

/**
 * @param facts all of one source and type, in any order
 * @returns ordered by start, latest first, then by key
 */
export function settledFacts(facts: readonly Fact[], now: Date): FactTimes[] {
  const starts = new Map<number, Fact[]>();
  for (const fact of facts) {
    const start = startOf(fact).getTime();
    starts.set(start, [...(starts.get(start) ?? []), fact]);
  }
  const settled: FactTimes[] = [];
  // Starts of the later facts, in the order in which they became known; one stays if it was known before an earlier
  // start.
  let ends: readonly End[] = [];
  for (const [time, together] of [...starts].sort(([a], [b]) => b - a)) {
    const start = new Date(time);
    const isContradiction = new Set(together.map(({ targetId }) => targetId)).size > 1;
    for (const fact of together.toSorted((a, b) => compare(a.key, b.key))) {
      settled.push(settledFact(fact, { start, ends, isContradiction, now }));
    }
    const known = new Date(Math.min(...together.map(({ recordedAt }) => recordedAt.getTime())));
    ends = [...ends.filter((end) => end.known < known), { at: start, known }].slice(-KEPT_ENDS);
  }
  return settled;
}

function settledFact(
  { key, validFrom, validTo, occurredAt }: Fact,
  { start, ends, isContradiction, now }: { start: Date; ends: readonly End[]; isContradiction: boolean; now: Date },
): FactTimes {
  const next = ends.at(-1)?.at ?? null;
  return {
    key,
    startsAt: validFrom ? null : start,
    startBasis: validFrom ? null : occurredAt ? 'OCCURRED' : 'RECORDED',
    endsAt: next && (!validTo || next < validTo) ? next : null,
    ends: ends.map(({ at }) => at),
    endsKnown: ends.map(({ known }) => known),
    conflict: isContradiction ? `${groupOf(key)}${start.toISOString()}` : null,
    superseded: next !== null && next <= now,
  };
}

/** The empty times of a relation whose type is not functional, or no longer is. */
export function freeFact(key: string): FactTimes {
  return {
    key,
    startsAt: null,
    startBasis: null,
    endsAt: null,
    ends: [],
    endsKnown: [],
    conflict: null,
    superseded: false,
  };
}

export function isSame(a: FactTimes, b: FactTimes): boolean {
  const told = ({ startsAt, startBasis, endsAt, ends, endsKnown, conflict, superseded }: FactTimes) =>
    JSON.stringify([startsAt, startBasis, endsAt, ends, endsKnown, conflict, superseded]);
  return told(a) === told(b);
}

function startOf({ validFrom, occurredAt, recordedAt }: Fact): Date {
  return validFrom ?? occurredAt ?? recordedAt;
}
