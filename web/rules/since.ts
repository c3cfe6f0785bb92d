const DAY_MS = 24 * 60 * 60 * 1_000;

/** So many days ago, by the minute, so that going back and forth asks the same. */
export function daysAgo(days: number, now = Date.now()): string {
  return new Date(Math.floor((now - days * DAY_MS) / 60_000) * 60_000).toISOString();
}
