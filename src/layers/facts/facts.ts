import { compare } from '../../common/text.js';

// When the facts of one source and one functional type hold: each until the next one begins. What is written follows from what is
// stored, so that facts end the same in whatever order they came, and after others were deleted. Pure.

/** A relation of a functional type. */
export interface Fact {
  /** Of the relation; begins with those of its source and type. */
  readonly key: string;
  readonly targetId: string;
  /** As given. */
  readonly validFrom: Date | null;
  readonly validTo: Date | null;
  /** When what its piece tells happened. */
  readonly occurredAt: Date | null;
  /** When it was first stored. */
  readonly recordedAt: Date;
}

/** What a fact's place among the others makes of it. */
export interface FactTimes {
  readonly key: string;
  /** Where none is given: when it is taken to begin, and why; else null. */
  readonly startsAt: Date | null;
  readonly startBasis: 'OCCURRED' | 'RECORDED' | null;
  /** When the next one begins, where that is before the end that is given; else null. */
  readonly endsAt: Date | null;
  /** The ends that it had as others became known, and when they did: each earlier than the one before. */
  readonly ends: readonly Date[];
  readonly endsKnown: readonly Date[];
  /** The same for facts with different targets that begin at one time; null where there is no other. */
  readonly conflict: string | null;
  /** Whether it had its end by now. */
  readonly superseded: boolean;
}

/** Ends of a fact that are kept; of more, those that became known last. */
const KEPT_ENDS = 50;

interface End {
  readonly at: Date;
  readonly known: Date;
}

/** Source and type of a relation, as its key begins. */
export function groupOf(key: string): string {
  const [source = '', type = ''] = key.split('\n', 2);
  return `${source}\n${type}\n`;
}

/**
 * @param facts all of one source and type, in any order
 * @returns the last one to begin first, then by key
 */
export function settledFacts(facts: readonly Fact[], now: Date): FactTimes[] {
  const starts = new Map<number, Fact[]>();
  for (const fact of facts) {
    const start = startOf(fact).getTime();
    starts.set(start, [...(starts.get(start) ?? []), fact]);
  }
  const settled: FactTimes[] = [];
  // Of what begins later, as it became known: an end that was known before an earlier one was.
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

/** Of a relation whose type is not functional, or is so no longer. */
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
