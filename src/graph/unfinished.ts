/**
 * Thrown inside a transaction that met what is left of a deletion: nothing is written. What was deleted is out of sight at
 * once and is taken apart in transactions of bounded size, so one that broke off is finished by the next writer.
 */
export class DeletionUnfinished extends Error {}

/**
 * Runs `write`, and where it meets what is left of a deletion, `sweep` before it, until nothing is left.
 *
 * @param sweep takes apart the next part, in a transaction of its own; false when there was none
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
