/** The first whose vector indexes were tried with a filter of their own. */
const FIRST = [2026, 9] as const;

/** Whether a server's vector indexes can filter by further properties themselves, by its version: 5.26.28, 2026.09.0. */
export function filtersInIndex(version: string): boolean {
  const [year = 0, month = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  return year > FIRST[0] || (year === FIRST[0] && month >= FIRST[1]);
}
