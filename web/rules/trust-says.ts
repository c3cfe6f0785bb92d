import { number } from './score.js';

/**
 * Says how a trust came about.
 *
 * @param points the trust at the beginning and after each change, at least one
 * @param now the present trust, which is lower than the last point where trust fades without reports, as that of memories does
 */
export function trustSays(points: readonly { readonly trust: number }[], now: number): string {
  const first = points[0]?.trust ?? now;
  const last = points.at(-1)?.trust ?? now;
  const hasFaded = now < last;
  if (points.length <= 1) {
    return hasFaded
      ? `It began at ${number(first)} and is ${number(now)} now: without reports it fades with time.`
      : `It is ${number(now)}, as at the beginning: nothing has changed it yet.`;
  }
  const lowest = Math.min(now, ...points.map(({ trust }) => trust));
  return (
    `It began at ${number(first)} and is ${number(now)} now; the lowest value was ${number(lowest)}.` +
    (hasFaded ? ` Since the last report it has faded from ${number(last)}.` : '')
  );
}
