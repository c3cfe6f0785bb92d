import { strongComponents } from '../common/strong-components.js';
import { compare } from '../common/text.js';
import { runNow } from '../common/turns.js';
import { workerTask } from '../common/workers/worker-task.js';

// Ordering and cycles of prerequisites. Pure and without recursion, since a catalog may contain a chain of thousands
// of items.

/**
 * A node of the graph of prerequisites: an item (`id`) with its ordered prerequisites, or a state (`name`) with the
 * item that produces it.
 */
export interface PrerequisiteNode {
  readonly id: string | null;
  readonly name: string | null;
  /** Items as `item:<id>`, states as `state:<name>`. */
  readonly requires: readonly string[];
  readonly producer: string | null;
}

/** The items that each item requires directly, in order. States are replaced by the items that produce them. */
export type RequiredItems = ReadonlyMap<string, readonly string[]>;

/** Replaces states by the items that produce them. */
export function requiredItems(nodes: readonly PrerequisiteNode[]): RequiredItems {
  const providers = new Map(
    nodes.flatMap(({ id, name, producer }) => {
      if (id !== null) return [[`item:${id}`, id]];
      return producer === null ? [] : [[`state:${name}`, producer]];
    }),
  );
  return new Map(
    nodes.flatMap(({ id, requires }) => {
      if (id === null) return [];
      const items = requires.flatMap((target) => providers.get(target) ?? []);
      return [[id, [...new Set(items)]] as const];
    }),
  );
}

/**
 * All prerequisites of an item without duplicates, in an order in which they can be carried out: each comes after its
 * own prerequisites. Within a cycle no such order exists; there, the prerequisite that is listed first comes first. The
 * item itself is left out.
 */
export function carryOutOrder(from: string, required: RequiredItems, { transitive = true } = {}): string[] {
  const order: string[] = [];
  const seen = new Set([from]);
  const path = [{ item: from, next: 0 }];
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const item = required.get(top.item)?.[top.next++];
    if (item === undefined) {
      path.pop();
      if (top.item !== from) order.push(top.item);
    } else if (!seen.has(item)) {
      seen.add(item);
      path.push({ item, next: 0 });
    }
  }
  if (transitive) return order;
  const direct = new Set(required.get(from));
  return order.filter((item) => direct.has(item));
}

/** The items that require an item, nearest first and then by id. The item itself is left out. */
export function dependentItems(of: string, required: RequiredItems, { transitive = true } = {}): string[] {
  const dependents = new Map<string, string[]>();
  for (const [item, requires] of required) {
    for (const target of requires) {
      const known = dependents.get(target);
      if (known) known.push(item);
      else dependents.set(target, [item]);
    }
  }
  const seen = new Set([of]);
  const found: string[] = [];
  for (let level = [of]; level.length > 0;) {
    const next = level
      .flatMap((item) => dependents.get(item) ?? [])
      .filter((item) => !seen.has(item) && seen.add(item));
    found.push(...next.sort());
    level = transitive ? next : [];
  }
  return found;
}

/**
 * For each group of items that require each other, one shortest cycle, as a path that starts and ends at the smallest
 * id of the group, such as `[['a', 'b', 'a']]`. The paths are ordered by this id.
 */
export function prerequisiteCycles(required: RequiredItems): string[][] {
  return cyclicGroups(required)
    .map((group) => {
      const start = group.reduce((least, item) => (item < least ? item : least));
      return shortestCycle(start, new Set(group), required);
    })
    .sort(([a = ''], [b = '']) => compare(a, b));
}

export const prerequisiteCyclesTask = workerTask(prerequisiteCycles, import.meta.url);

/**
 * Groups of items that require each other (strongly connected components), including single items that require
 * themselves.
 */
function cyclicGroups(required: RequiredItems): string[][] {
  const needs = (item: string) => required.get(item) ?? [];
  const groups = runNow(strongComponents([...required.keys()], needs));
  return groups.filter((group) => group.length > 1 || group.every((item) => needs(item).includes(item)));
}

function shortestCycle(start: string, group: ReadonlySet<string>, required: RequiredItems): string[] {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const item of queue) {
    for (const target of required.get(item) ?? []) {
      if (target === start) {
        const path = [start];
        for (let back = item; back !== start; back = cameFrom.get(back) ?? start) path.push(back);
        return [...path, start].reverse();
      }
      if (group.has(target) && !cameFrom.has(target)) {
        cameFrom.set(target, item);
        queue.push(target);
      }
    }
  }
  return [start];
}
