import { END_OF_TIME } from '../../common/id-order.js';

/** When something is asked of: what was known at one time, of what was true at another. */
export interface Moment {
  readonly asOf: Date | null;
  readonly validAt: Date | null;
}

/** A moment as statements take it. */
export interface When {
  /** What was recorded later does not count. */
  readonly known: Date;
  /** Only what was true then; null: whenever. */
  readonly at: Date | null;
  /** What others ended by then is left out. */
  readonly passed: Date;
}

export function whenOf({ asOf, validAt }: Moment): When {
  const known = asOf ?? END_OF_TIME;
  return { known, at: validAt, passed: validAt ?? known };
}
