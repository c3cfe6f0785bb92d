import { setImmediate } from 'node:timers/promises';

/** Work in steps. It can be interrupted at each `yield`, so that a large input does not block the process. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Maximum time in milliseconds for which work holds the event loop before it yields. */
const TURN_MS = 15;

/** Yields to the event loop. */
export function turn(): Promise<void> {
  return setImmediate();
}

/**
 * Yields until the event loop has looked for requests. After work that began with the arrival of data, one
 * {@link turn} ends before it does.
 */
export async function serveOthers(): Promise<void> {
  await turn();
  await turn();
}

/** Runs all steps without interruption: for tests, and for input that is known to be small. */
export function runNow<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs the steps in turns of about 15 ms, and yields to the event loop between them. */
export async function runInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  const breathe = breather();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const pause = breathe();
    if (pause) await pause;
  }
}

/** Returns a function that yields to the event loop if 15 ms or more have passed since it last did. */
export function breather(): () => Promise<void> | undefined {
  let begin = performance.now();
  return () => {
    if (performance.now() - begin < TURN_MS) return undefined;
    return turn().then(() => {
      begin = performance.now();
    });
  };
}

/**
 * Calls `work` for each item and yields to other requests in between. Each item is processed without a break, so its
 * work should be small.
 */
export function eachInTurns<Item>(items: readonly Item[], work: (item: Item, index: number) => void): Promise<void> {
  return runInTurns(each(items, work));
}

/**
 * `map` over many values that yields to other requests in between: an import of 50,000 records would block the service
 * for seconds. Each value is processed without a break, so its work should be small.
 */
export async function mapInTurns<Value, Result>(
  values: readonly Value[],
  map: (value: Value, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  await eachInTurns(values, (value, index) => results.push(map(value, index)));
  return results;
}

/** Number of objects whose fields are resolved before a yield. */
const AT_ONCE = 200;
/** Ends when the last long list may be begun. */
let lastBegin = Promise.resolve();

/**
 * Returns a list for GraphQL; a long one as promises that are resolved in groups, with a yield after each group.
 * Otherwise the fields of all objects would be resolved without a break: for 7,000 fluents with all their fields this
 * took half a second. Long lists that are ready at the same time are begun one after another.
 */
export async function paced<Item>(items: readonly Item[]): Promise<readonly (Item | Promise<Item>)[]> {
  if (items.length <= AT_ONCE) return items;
  lastBegin = lastBegin.then(turn);
  await lastBegin;
  const keep: (() => void)[] = [];
  const promises = items.map((item) => new Promise<Item>((resolve) => keep.push(() => resolve(item))));
  const keepAll = async () => {
    for (const [index, one] of keep.entries()) {
      one();
      if ((index + 1) % AT_ONCE === 0) await turn();
    }
  };
  void keepAll();
  return promises;
}

function* each<Item>(items: readonly Item[], work: (item: Item, index: number) => void): Steps<void> {
  for (const [index, item] of items.entries()) {
    yield;
    work(item, index);
  }
}
