import { encodeTime } from 'ulid';

// Ids that the service makes are ULIDs: they begin with their time, so that their order is that of time.

/** Milliseconds that a ULID can begin with. */
const LATEST = 2 ** 48 - 1;

/** Greater than any id that the service makes: a list begins before it, newest first. */
export const BEHIND_ALL_IDS = '~';

/** Later than everything that happens; a bound that is always there lets the planner read an index of times. */
export const END_OF_TIME = new Date('9999-12-31T00:00:00Z');

/** @returns what no id made from a time on is less than; without a time, what no id is less than */
export function firstIdOf(since: Date | undefined): string {
  return since === undefined ? '' : encodeTime(Math.min(Math.max(0, since.getTime()), LATEST));
}
