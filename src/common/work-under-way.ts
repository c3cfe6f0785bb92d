import { AsyncLocalStorage } from 'node:async_hooks';

/** A request or a job. */
export interface WorkUnderWay {
  /** Such as `query search`, `tool knowledge_search` or `job distillation`. Never a text that a user wrote. */
  name: string;
  readonly requestId?: string;
}

const current = new AsyncLocalStorage<WorkUnderWay>();
/**
 * When each work ended, in milliseconds of `performance.now()`; undefined while it runs. Absent while nobody reads it,
 * since only {@link underWaySince} forgets work.
 */
let ends: Map<WorkUnderWay, number | undefined> | undefined;

/** @returns stops the recording */
export function recordWork(): () => void {
  ends = new Map();
  return () => {
    ends = undefined;
  };
}

/** Runs work under a name. The caller ends the work with {@link endWork}. */
export function runNamed<Result>(work: WorkUnderWay, run: () => Result): Result {
  if (!ends) return run();
  ends.set(work, undefined);
  return current.run(work, run);
}

/** Marks work as ended. */
export function endWork(work: WorkUnderWay): void {
  if (ends?.has(work)) ends.set(work, performance.now());
}

/** Replaces the name once more is known about the current work, such as its GraphQL operation. */
export function nameWork(name: string): void {
  const work = current.getStore();
  if (work) work.name = name;
}

/** All work that was under way at some moment since this time, the latest first; forgets work that ended earlier. */
export function underWaySince(time: number): readonly WorkUnderWay[] {
  for (const [work, end] of ends ?? []) if (end !== undefined && end < time) ends?.delete(work);
  return [...(ends?.keys() ?? [])].reverse();
}
