import type { Heartwood } from './client.js';
import type { Context } from './context.js';

/** True or false if somebody decided whether the task was done; undefined if nobody did. */
export type Verdict = boolean | undefined;

/**
 * Reports the outcome of a run's context, if it was decided: that a run ended says nothing about its success.
 *
 * @param decide absent if nobody decides
 * @param said what the agent said, for the knowledge that it cites
 * @param onError told what was thrown; the run itself must not fail for it
 */
export async function reportVerified(
  client: Heartwood,
  given: Context | undefined,
  decide: (() => Verdict | Promise<Verdict>) | undefined,
  said: string,
  onError: (error: unknown) => void,
): Promise<void> {
  if (!decide || !given?.receiptId || given.nothingRelevant) return;
  try {
    const success = await decide();
    if (success === undefined) return;
    await client.outcome({ receiptId: given.receiptId, success, used: given.usedIn(said) });
  } catch (error) {
    onError(error);
  }
}
