/** What a turn weighs when it is decided what of a trace is kept. */
export interface Weighed {
  /** In whatever unit the room is in: tokens, or characters. */
  readonly size: number;
  readonly error: boolean;
}

/** The first turns say what was to be done, errors what went wrong, the last turns how it ended. */
const SHARES = { first: 0.25, errors: 0.25, last: 0.5 } as const;
/** Of the room a long turn gets at first; what is left over is given to long turns in the end. */
const LONGEST_AT_FIRST = 1 / 8;
/** The turn before an error is what caused it. */
const CAUSE_AT_FIRST = 1 / 24;

/**
 * Divides the room among the turns of a trace: first turns, errors (the newest first) with what caused each, last turns, then
 * others from the end on. Long turns get a part; what is left over in the end goes to those that were cut, in equal parts.
 * So the room is used up, whatever the trace looks like.
 *
 * @param least a turn is not cut to less than that, and rather left out
 * @param gap what it costs to say that turns were left out
 * @returns how much each turn gets: 0 where it is left out, its size where it is whole
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

/** Gives those that were cut more, in equal parts, until nothing is left. */
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
