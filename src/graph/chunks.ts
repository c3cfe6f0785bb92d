/** Number of rows per UNWIND. Among sizes from 1 to 20,000, those from 500 to 1,000 have the lowest cost per row. */
export const CHUNK_ROWS = 500;

/**
 * Runs a statement over many rows, CHUNK_ROWS at a time, one after the other; returns all results in the order of the
 * rows.
 */
export async function inChunks<Row, Result>(
  rows: readonly Row[],
  run: (chunk: readonly Row[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
    results.push(...(await run(rows.slice(start, start + CHUNK_ROWS))));
  }
  return results;
}
