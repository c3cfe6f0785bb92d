/**
 * Thrown inside a transaction that finds the remains of a deletion; the transaction then writes nothing. Deleted data
 * is hidden at once and removed in transactions of limited size, so the next writer finishes a deletion that broke off.
 */
export class DeletionUnfinished extends Error {}

/**
 * Runs `write`. If it finds the remains of a deletion, runs `sweep` and tries again, until nothing is left.
 *
 * @param sweep removes the next part, in a transaction of its own; returns false when there was none
 */
export async function finishingDeletions<Result>(
  write: () => Promise<Result>,
  sweep: () => Promise<boolean>,
): Promise<Result> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof DeletionUnfinished)) throw error;
      while (await sweep());
    }
  }
}
