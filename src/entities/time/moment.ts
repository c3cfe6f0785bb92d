import { END_OF_TIME } from '../../common/id-order.js';

/**
 * The times of a query, which considers only records that were known at `asOf` and valid at `validAt`. Null means now
 * for `asOf`, and any time for `validAt`.
 */
export interface Moment {
  readonly asOf: Date | null;
  readonly validAt: Date | null;
}

/** A moment in the form of statement parameters. */
export interface When {
  /** Time of knowledge: records that were stored later are left out. */
  readonly known: Date;
  /** Time at which records must be valid; null accepts all. */
  readonly at: Date | null;
  /** Relations that had been ended by later relations before this time are left out. */
  readonly passed: Date;
}

export function whenOf({ asOf, validAt }: Moment): When {
  const known = asOf ?? END_OF_TIME;
  return { known, at: validAt, passed: validAt ?? known };
}
