import { setImmediate as turn } from 'node:timers/promises';

/** Work in steps: it may be interrupted wherever it yields, so that a large input does not silence the process. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Milliseconds that one turn of work may take before others get theirs. */
const TURN_MS = 20;

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
