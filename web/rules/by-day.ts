export interface Day {
  /** Start of the day in UTC, in ms. */
  readonly at: number;
  readonly ended: number;
  readonly succeeded: number;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Counts of results per UTC day, oldest first; days without results are absent. */
export function byDay(rows: readonly { readonly at: string; readonly success: boolean | null }[]): Day[] {
  const days = new Map<number, { at: number; ended: number; succeeded: number }>();
  for (const { at, success } of rows) {
    if (success === null) continue;
    const begins = Math.floor(Date.parse(at) / DAY_MS) * DAY_MS;
    const day = days.get(begins) ?? { at: begins, ended: 0, succeeded: 0 };
    day.ended += 1;
    if (success) day.succeeded += 1;
    days.set(begins, day);
  }
  return [...days.values()].sort((one, other) => one.at - other.at);
}
