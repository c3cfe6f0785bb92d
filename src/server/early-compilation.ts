import { setFlagsFromString } from 'node:v8';

/**
 * How much bytecode, in bytes, a function runs until V8 considers compiling it; by default 67,584. Undefined on V8 12 and
 * later (Node 22), which do not know this flag and compile early by a tier of their own.
 */
export const INTERRUPT_BUDGET = Number(process.versions.v8.split('.')[0]) < 12 ? '--interrupt-budget=10000' : undefined;

/**
 * Lets V8 compile functions earlier. A search runs through hundreds of functions, each of them only briefly: by default,
 * some of them are compiled only after thousands of searches. See bench/results.md.
 */
export function compileEarly(): void {
  if (INTERRUPT_BUDGET !== undefined) setFlagsFromString(INTERRUPT_BUDGET);
}
