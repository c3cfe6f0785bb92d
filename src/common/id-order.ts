import { encodeTime } from 'ulid';

// Ids that the service makes are ULIDs: they begin with their creation time, so ordering by id orders by time.

/** The latest time that a ULID can encode, in milliseconds. */
const LATEST = 2 ** 48 - 1;

/**
 * A text that is greater than any id that the service makes. It is the upper bound for the first page of a list, newest
 * first.
 */
export const BEHIND_ALL_IDS = '~';

/**
 * A time later than any real time. It serves as an upper bound that is always present, so that the planner can use an
 * index on times.
 */
export const END_OF_TIME = new Date('9999-12-31T00:00:00Z');

/** @returns the lower bound of all ids that were made at or after a time; if no time is given, of all ids */
export function firstIdOf(since: Date | undefined): string {
  return since === undefined ? '' : encodeTime(Math.min(Math.max(0, since.getTime()), LATEST));
}
