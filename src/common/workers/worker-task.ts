/** Work that a separate process can run (src/common/workers/processes.ts). */
export interface ProcessTask<Input, Result> {
  /** URL of the module that exports the function. */
  readonly module: string;
  /** Name of the function. */
  readonly name: string;
  /** The function itself, if this process has loaded it, too. */
  readonly run?: (input: Input) => Result;
}

/** Work that a worker thread can run, too (src/common/workers/workers.ts). */
export interface WorkerTask<Input, Result> extends ProcessTask<Input, Result> {
  /** Runs the task on the caller's thread. */
  readonly run: (input: Input) => Result;
}

/**
 * Declares a function as a task. The worker imports its module separately, so the module should import little, and
 * nothing of Nest. A function that is imported nowhere else has the tag `task` in its docstring, which tells knip that
 * a worker uses it.
 *
 * @param run function that its module exports under its own name. Its input and result must be values that
 * `structuredClone` copies. It must not create a single value larger than half of `WORKER_LIMITS.heapMb`, because V8
 * would then end the whole process
 * @param module `import.meta.url` of that module
 */
export function workerTask<Input, Result>(run: (input: Input) => Result, module: string): WorkerTask<Input, Result> {
  return { run, module, name: run.name };
}

/**
 * Declares a function of a module that only the process loads. The service then starts without what the function needs.
 *
 * @param name name of the function `Run`, which the module exports
 */
export function processTask<Run extends (input: never) => unknown>(
  name: string,
  module: URL,
): ProcessTask<Parameters<Run>[0], ReturnType<Run>> {
  return { module: module.href, name };
}
