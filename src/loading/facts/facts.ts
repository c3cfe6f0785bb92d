import { compare } from '../../common/text.js';

// Calculates the validity of the facts of one source and one functional type: each fact is valid until the next one
// begins. The result depends only on the stored facts, so it does not depend on the order in which they were loaded, or
// on facts that were deleted. The functions are pure.

/** A relation of a functional type. */
export interface Fact {
  /** Key of the relation; it begins with the source and the type. */
  readonly key: string;
  readonly targetId: string;
  /** Start and end of validity as the document gives them. */
  readonly validFrom: Date | null;
  readonly validTo: Date | null;
  /** Time of the event that the piece of the relation describes. */
  readonly occurredAt: Date | null;
  /** Time at which the relation was first stored. */
  readonly recordedAt: Date;
  /** Time at which a merge, or its undo, made it a relation of this source; null if none did. */
  readonly joinedAt: Date | null;
}

/** The times of a fact that follow from the other facts of its source and type. */
export interface FactTimes {
  readonly key: string;
  /** The assumed start and its source, if no start is given; otherwise null. */
  readonly startsAt: Date | null;
  readonly startBasis: 'OCCURRED' | 'RECORDED' | null;
  /** Start of the next fact, if no earlier end is given; otherwise null. */
  readonly endsAt: Date | null;
  /**
   * Successive ends of the fact, and the times at which they became known through other facts. Each end is earlier than
   * the previous one.
   */
  readonly ends: readonly Date[];
  readonly endsKnown: readonly Date[];
  /**
   * Key that is equal for facts that contradict one another (same start, different targets). Null if there is no
   * contradiction.
   */
  readonly conflict: string | null;
  /** Whether the next fact has begun by now. */
  readonly superseded: boolean;
}

/** Maximum number of ends stored for a fact. The ends that became known last are stored. */
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
 * @param facts all facts of one source and type, in any order
 * @returns times of the facts, ordered by start, latest first, then by key
 */
export function settledFacts(facts: readonly Fact[], now: Date): FactTimes[] {
  const starts = new Map<number, Fact[]>();
  for (const fact of facts) {
    const start = startOf(fact).getTime();
    starts.set(start, [...(starts.get(start) ?? []), fact]);
  }
  const settled: FactTimes[] = [];
  // Starts of the later facts, in the order in which they became known. A start is kept if it was known before any
  // earlier start.
  let ends: readonly End[] = [];
  for (const [time, together] of [...starts].sort(([a], [b]) => b - a)) {
    const start = new Date(time);
    const isContradiction = new Set(together.map(({ targetId }) => targetId)).size > 1;
    for (const fact of together.toSorted((a, b) => compare(a.key, b.key))) {
      settled.push(settledFact(fact, { start, ends, isContradiction, now }));
    }
    const known = new Date(Math.min(...together.map(({ recordedAt, joinedAt }) => (joinedAt ?? recordedAt).getTime())));
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

/** The times of a relation whose type is not functional, or no longer functional: all of them are empty. */
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
