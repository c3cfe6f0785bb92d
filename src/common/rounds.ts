/** Splits rows into parts that hold no two rows of the same key: row n of a key is in part n. Parts keep the order. */
export function rounds<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[][] {
  const parts: Row[][] = [];
  const times = new Map<string, number>();
  for (const row of rows) {
    const key = keyOf(row);
    const n = times.get(key) ?? 0;
    times.set(key, n + 1);
    (parts[n] ??= []).push(row);
  }
  return parts;
}
