/**
 * The period in which something is true: from `validFrom` (inclusive) to `validTo` (exclusive). An open end is null or
 * absent.
 */
export interface Validity {
  readonly validFrom?: Date | null;
  readonly validTo?: Date | null;
}

/** Whether something is true at a time; always true if no time is given. */
export function holdsAt({ validFrom, validTo }: Validity, at: Date | null | undefined): boolean {
  return !at || ((!validFrom || validFrom <= at) && (!validTo || at < validTo));
}
