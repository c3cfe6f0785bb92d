/**
 * Thrown inside a transaction that finds the remains of a deletion, so that the transaction writes nothing. Deleted
 * data is hidden immediately and then removed in transactions of limited size. If a deletion is interrupted, the next
 * writer finishes it.
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
