import { setImmediate } from 'node:timers/promises';

/** Work in steps: it may be interrupted wherever it yields, so that a large input does not silence the process. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Milliseconds that one turn of work may take before others get theirs. */
const TURN_MS = 20;

/** Lets the event loop serve whatever else is due. */
export function turn(): Promise<void> {
  return setImmediate();
}

/** Works without interruption: for tests, and for what is known to be small. */
export function runNow<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Works in turns of about 20 ms; between them the event loop serves whatever else is due. */
export async function runInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  let begin = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - begin < TURN_MS) continue;
    await turn();
    begin = performance.now();
  }
}

/** Does the same with each of many, in turns. */
export function eachInTurns<Item>(items: readonly Item[], work: (item: Item) => void): Promise<void> {
  return runInTurns(each(items, work));
}

function* each<Item>(items: readonly Item[], work: (item: Item) => void): Steps<void> {
  for (const item of items) {
    yield;
    work(item);
  }
}
