/** When something is true: from the one up to the other, which is not part of it. What is open is null or absent. */
export interface Validity {
  readonly validFrom?: Date | null;
  readonly validTo?: Date | null;
}

/** Whether something is true at a time; whenever, where none is given. */
export function holdsAt({ validFrom, validTo }: Validity, at: Date | null | undefined): boolean {
  return !at || ((!validFrom || validFrom <= at) && (!validTo || at < validTo));
}
