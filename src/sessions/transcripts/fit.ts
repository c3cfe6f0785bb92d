/** The size and importance of a turn, by which the turns to keep are chosen. */
export interface Weighed {
  /** Size of the turn, in tokens or characters, like the available room. */
  readonly size: number;
  readonly error: boolean;
}

/**
 * Shares of the available room for the first turns, which state the task, for errors, and for the last turns, which
 * show the result.
 */
const SHARES = { first: 0.25, errors: 0.25, last: 0.5 } as const;
/**
 * Maximum share of the room that a long turn gets in the first pass. Room that is still unused after this is divided
 * among the turns that were cut.
 */
const LONGEST_AT_FIRST = 1 / 8;
/** Share of the room for the turn before an error, which often contains the cause. */
const CAUSE_AT_FIRST = 1 / 24;

/**
 * Divides the available room among the turns of a trace. First turns come first, then errors (newest first) with the
 * turn before each, then the last turns, then the others from the end backwards. Long turns get a part of their size;
 * unused room is finally divided equally among the turns that were cut, so that all room is used if the trace is long
 * enough.
 *
 * @param least minimum size to which a turn is cut; a turn that would get less is left out
 * @param gap size of the note that stands for omitted turns
 * @returns the room for each turn: 0 if it is left out, its size if it is kept whole
 */
export function fit(turns: readonly Weighed[], room: number, least: number, gap: number): number[] {
  const sizes = turns.map(({ size }) => size);
  if (sum(sizes) <= room) return sizes;
  const given = turns.map(() => 0);
  let left = room - 2 * gap;
  const give = (index: number, most: number, budget: number, extra = 0): number => {
    const size = sizes[index] ?? 0;
    const before = given[index] ?? 0;
    const wanted = Math.min(size, Math.max(most, least));
    if (wanted <= before) return 0;
    const possible = Math.min(wanted, before + Math.min(budget, left) - extra);
    if (possible < Math.min(size, least)) return -1;
    given[index] = possible;
    left -= possible - before + extra;
    return possible - before + extra;
  };
  const long = Math.floor(room * LONGEST_AT_FIRST);
  const lane = (order: Iterable<number>, share: number, each: (index: number, budget: number) => number) => {
    let budget = Math.floor(room * share);
    for (const index of order) {
      const cost = each(index, budget);
      if (cost < 0) return;
      budget -= cost;
    }
  };
  const plain = (index: number, budget: number) => give(index, long, budget);
  const forwards = sizes.map((_, index) => index);
  const backwards = forwards.toReversed();
  lane(forwards, SHARES.first, plain);
  lane(
    backwards.filter((index) => turns[index]?.error),
    SHARES.errors,
    (index, budget) => {
      const own = give(index, long, budget, (given[index] ?? 0) === 0 ? gap : 0);
      if (own < 0 || index === 0) return own;
      return own + Math.max(0, give(index - 1, Math.floor(room * CAUSE_AT_FIRST), budget - own));
    },
  );
  lane(backwards, SHARES.last, plain);
  lane(backwards, 1, plain);
  water(sizes, given, left);
  return given;
}

/** Divides the remaining room equally among the cut turns until it is used up. */
function water(sizes: readonly number[], given: number[], room: number): void {
  let left = room;
  let cut = given.map((_, index) => index).filter((index) => (given[index] ?? 0) > 0 && missing(index) > 0);
  function missing(index: number): number {
    return (sizes[index] ?? 0) - (given[index] ?? 0);
  }
  while (left >= 1 && cut.length > 0) {
    const each = Math.max(1, Math.floor(left / cut.length));
    for (const index of cut) {
      const more = Math.min(each, missing(index), left);
      given[index] = (given[index] ?? 0) + more;
      left -= more;
    }
    cut = cut.filter((index) => missing(index) > 0);
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
