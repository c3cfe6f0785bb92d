const DAY_MS = 24 * 60 * 60 * 1_000;

/** The time this many days ago, rounded to the minute, so that navigating back and forth repeats the same query. */
export function daysAgo(days: number, now = Date.now()): string {
  return new Date(Math.floor((now - days * DAY_MS) / 60_000) * 60_000).toISOString();
}

/** How long ago the last report came, in whole days. */
export function sinceWhen(last: string | null, now = Date.now()): string {
  if (last === null) return 'no report so far';
  const days = Math.floor((now - Date.parse(last)) / DAY_MS);
  return days < 1 ? 'last report today' : `no report for ${days} ${days === 1 ? 'day' : 'days'}`;
}
