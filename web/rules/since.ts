const DAY_MS = 24 * 60 * 60 * 1_000;

/** The time this many days ago, rounded to the minute, so that navigating back and forth repeats the same query. */
export function daysAgo(days: number, now = Date.now()): string {
  return new Date(Math.floor((now - days * DAY_MS) / 60_000) * 60_000).toISOString();
}
