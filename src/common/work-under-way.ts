/** A request or a job. */
export interface WorkUnderWay {
  /** Such as `query search`, `tool knowledge_search` or `job distillation`. Never a text that a user wrote. */
  name: string;
  readonly requestId?: string;
}

/**
 * When each work ended, in milliseconds of `performance.now()`; undefined while it runs. Absent while nobody reads it,
 * since only readers forget work.
 */
let ends: Map<WorkUnderWay, number | undefined> | undefined;
const works = new WeakMap<object, WorkUnderWay>();

/** @returns stops the recording */
export function recordWork(): () => void {
  ends = new Map();
  return () => {
    ends = undefined;
  };
}

/**
 * Begins work, which the caller ends with {@link endWork}.
 *
 * @param request the request that the work answers, so that {@link nameWork} finds the work. An AsyncLocalStorage would
 *   find it, too, but makes every promise of the process slower: a search took 3 % more CPU time.
 */
export function beginWork(work: WorkUnderWay, request?: object): void {
  if (!ends) return;
  ends.set(work, undefined);
  if (request) works.set(request, work);
}

/** Marks work as ended. */
export function endWork(work: WorkUnderWay): void {
  if (ends?.has(work)) ends.set(work, performance.now());
}

/** Replaces the name of a request's work once more is known about it, such as its GraphQL operation. */
export function nameWork(request: object, name: string): void {
  const work = works.get(request);
  if (work) work.name = name;
}

/** Forgets work that ended before this time. */
export function forgetWork(time: number): void {
  for (const [work, end] of ends ?? []) if (end !== undefined && end < time) ends?.delete(work);
}

/** All work that was under way at some moment since this time, the latest first; forgets work that ended earlier. */
export function underWaySince(time: number): readonly WorkUnderWay[] {
  forgetWork(time);
  return [...(ends?.keys() ?? [])].reverse();
}
