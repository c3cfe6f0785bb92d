import type { Workers } from '../common/workers/workers.js';
import { prerequisiteCycles, prerequisiteCyclesTask } from './prerequisites.js';

/** Maximum number of items among which cycles are searched for in the main thread, which takes about 10 ms. */
const QUICK_CYCLES = 2_000;
/** Maximum number of warnings listed per import; further ones are only counted. */
const MAX_WARNINGS = 200;

/**
 * Finds problems with the prerequisites of a catalog: cycles, each with its path, and names that no item or state
 * provides.
 *
 * @param prerequisites all prerequisites of a namespace; `requires` is null if nothing provides the name
 */
export async function prerequisiteWarnings(
  prerequisites: readonly { readonly id: string; readonly name: string; readonly requires: string | null }[],
  workers: Workers,
): Promise<string[]> {
  const required = new Map<string, string[]>();
  const unresolved: string[] = [];
  for (const { id, name, requires } of prerequisites) {
    if (requires === null) {
      unresolved.push(
        `unresolved prerequisite: "${id}" names "${name}", which is neither an item nor the output of one`,
      );
    } else {
      const targets = required.get(id) ?? [];
      required.set(id, targets);
      targets.push(requires);
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
