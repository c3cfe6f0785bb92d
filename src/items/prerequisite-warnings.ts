import type { Workers } from '../common/workers/workers.js';
import { prerequisiteCycles, prerequisiteCyclesTask } from './prerequisites.js';

/** Maximum number of items among which cycles are searched for in the main thread, which takes about 10 ms. */
const QUICK_CYCLES = 2_000;
/** Maximum number of warnings listed per import; further ones are only counted. */
const MAX_WARNINGS = 200;

/** An item, and for each of its prerequisites the id of the item that provides it; null if nothing does. */
export interface ItemWithPrerequisites {
  readonly id: string;
  readonly prerequisites: readonly { readonly name: string; readonly requires: string | null }[];
}

/**
 * Finds problems with the prerequisites of a catalog: cycles, each with its path, and names that no item or state
 * provides.
 *
 * @param items all items of a namespace that have prerequisites, ordered by id
 */
export async function prerequisiteWarnings(
  items: readonly ItemWithPrerequisites[],
  workers: Workers,
): Promise<string[]> {
  const required = new Map<string, string[]>();
  const unresolved: string[] = [];
  for (const { id, prerequisites } of items) {
    const targets = prerequisites.flatMap(({ requires }) => requires ?? []);
    if (targets.length > 0) required.set(id, targets);
    for (const { name, requires } of prerequisites) {
      if (requires !== null) continue;
      unresolved.push(
        `unresolved prerequisite: "${id}" names "${name}", which is neither an item nor the output of one`,
      );
    }
  }
  const found = await (required.size <= QUICK_CYCLES
    ? prerequisiteCycles(required)
    : workers.run(prerequisiteCyclesTask, required));
  const cycles = found.map((path) => `prerequisite cycle: ${path.join(' → ')}`);
  const warnings = [...cycles, ...unresolved];
  if (warnings.length <= MAX_WARNINGS) return warnings;
  return [...warnings.slice(0, MAX_WARNINGS), `and ${warnings.length - MAX_WARNINGS} more`];
}
