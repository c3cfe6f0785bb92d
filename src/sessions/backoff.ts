/** Maximum random extension of the wait that a server asks for, as a fraction of it. */
const SERVER_DELAY_JITTER = 0.1;

/**
 * Returns the delay before the next attempt, in milliseconds: `first` doubled with each earlier attempt, at most
 * `longest`. Half of it is random, so that jobs which failed together are not retried together.
 *
 * @param attempts number of attempts so far, at least 1
 * @param random returns a number in [0, 1)
 */
export function backoffMs(
  attempts: number,
  { first, longest }: { readonly first: number; readonly longest: number },
  random = Math.random,
): number {
  return Math.min(longest, first * 2 ** (attempts - 1)) * (1 - random() / 2);
}

/**
 * Returns the delay that a server asks for, in milliseconds: never a shorter one, unless it is over `longest`, and up to
 * a tenth longer at random.
 */
export function serverDelayMs(asked: number, longest: number, random = Math.random): number {
  return Math.min(longest, asked) * (1 + random() * SERVER_DELAY_JITTER);
}
