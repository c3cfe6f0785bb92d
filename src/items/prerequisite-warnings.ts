import type { Workers } from '../common/workers/workers.js';
import type { KnowledgeItem } from './items.model.js';
import { prerequisiteCycles, prerequisiteCyclesTask } from './prerequisites.js';

/** Maximum number of items among which cycles are searched for in the main thread, which takes about 10 ms. */
const QUICK_CYCLES = 2_000;
/** Maximum number of warnings listed per import; further ones are only counted. */
const MAX_WARNINGS = 200;

/** What decides which items an item requires. */
export type ItemWithPrerequisites = Pick<KnowledgeItem, 'id' | 'prerequisites' | 'outputState' | 'trust'>;

/**
 * Finds problems with the prerequisites of a catalog: cycles, each with its path, and names that no item or state
 * provides.
 *
 * @param items all items of a namespace, ordered by id
 */
export async function prerequisiteWarnings(
  items: readonly ItemWithPrerequisites[],
  workers: Workers,
): Promise<string[]> {
  const ids = new Set(items.map(({ id }) => id));
  const producers = new Map<string, ItemWithPrerequisites>();
  for (const item of items) {
    const { trust = -1 } = producers.get(item.outputState) ?? {};
    if (item.trust > trust) producers.set(item.outputState, item);
  }
  const required = new Map<string, string[]>();
  const unresolved: string[] = [];
  for (const { id, prerequisites } of items) {
    const targets: string[] = [];
    for (const name of new Set(prerequisites)) {
      const target = ids.has(name) ? name : producers.get(name)?.id;
      if (target !== undefined) targets.push(target);
      else
        unresolved.push(
          `unresolved prerequisite: "${id}" names "${name}", which is neither an item nor the output of one`,
        );
    }
    if (targets.length > 0) required.set(id, targets);
  }
  const found = await (required.size <= QUICK_CYCLES
    ? prerequisiteCycles(required)
    : workers.run(prerequisiteCyclesTask, required));
  const cycles = found.map((path) => `prerequisite cycle: ${path.join(' → ')}`);
  const warnings = [...cycles, ...unresolved];
  if (warnings.length <= MAX_WARNINGS) return warnings;
  return [...warnings.slice(0, MAX_WARNINGS), `and ${warnings.length - MAX_WARNINGS} more`];
}
