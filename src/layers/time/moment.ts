import { END_OF_TIME } from '../../common/id-order.js';

/** Times of a query: only what was known at `asOf`, of what was true at `validAt`. Null: now, or at any time. */
export interface Moment {
  readonly asOf: Date | null;
  readonly validAt: Date | null;
}

/** A moment in the form of statement parameters. */
export interface When {
  /** Records stored later are left out. */
  readonly known: Date;
  /** Only records valid at this time; null: any. */
  readonly at: Date | null;
  /** Relations that later ones had ended by this time are left out. */
  readonly passed: Date;
}

export function whenOf({ asOf, validAt }: Moment): When {
  const known = asOf ?? END_OF_TIME;
  return { known, at: validAt, passed: validAt ?? known };
}
