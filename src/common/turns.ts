import { setImmediate } from 'node:timers/promises';

/** How long work may hold the event loop before others have their turn. */
const TURN_MS = 15;

/**
 * `map` over many values, with turns for other requests in between: an import of 50,000 records would silence the service
 * for seconds. One value is worked on without a break, so it should be small.
 */
export async function mapInTurns<Value, Result>(
  values: readonly Value[],
  map: (value: Value, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let since = performance.now();
  for (const [index, value] of values.entries()) {
    results.push(map(value, index));
    if (performance.now() - since < TURN_MS) continue;
    await setImmediate();
    since = performance.now();
  }
  return results;
}
