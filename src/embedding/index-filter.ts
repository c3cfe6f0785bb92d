/** The first version (year, month) in which filters inside vector indexes were tested. */
const FIRST = [2026, 9] as const;

/** True if vector indexes of a server version (5.26.28, 2026.09.0) can themselves filter by further properties. */
export function filtersInIndex(version: string): boolean {
  const [year = 0, month = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  return year > FIRST[0] || (year === FIRST[0] && month >= FIRST[1]);
}
