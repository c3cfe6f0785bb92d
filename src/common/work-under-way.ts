import { AsyncLocalStorage } from 'node:async_hooks';

/** The request or job that runs at the moment, for the log line of work that held the event loop. */
export interface WorkUnderWay {
  /** Such as `query search`, `tool knowledge_search` or `job distillation`. Never a text that a user wrote. */
  name: string;
  readonly requestId?: string;
}

const current = new AsyncLocalStorage<WorkUnderWay>();

/** Runs work under a name. */
export function runNamed<Result>(work: WorkUnderWay, run: () => Result): Result {
  return current.run(work, run);
}

/** Replaces the name once more is known about the current work, such as its GraphQL operation. */
export function nameWork(name: string): void {
  const work = current.getStore();
  if (work) work.name = name;
}

/** @returns undefined outside requests and jobs */
export function workUnderWay(): WorkUnderWay | undefined {
  return current.getStore();
}
