import { strongComponents } from '../common/strong-components.js';
import type { Steps } from '../common/turns.js';
import type { DependencyOrder } from './event-description.js';

/** Edges that are read between two places where the work may be interrupted. */
const STRIDE = 256;

export interface Edge {
  /** What needs. */
  readonly from: string;
  /** What is needed. */
  readonly to: string;
  /** A deadline: inside a cycle the value before it comes first. */
  readonly deadline?: boolean;
}

/**
 * Components, levels and order of a dependency graph, as RTEC's compiler (src/compiler.prolog of aartikis/RTEC) orders them:
 * what belongs to one fluent or one cycle is evaluated together, after all that it needs.
 * Within what the edges leave open the order of `nodes` holds, by level first, so that the same graph gives the same
 * order. Nodes that only an edge names stand after the given ones.
 */
export function* orderDependencies(nodes: readonly string[], edges: Iterable<Edge>): Steps<DependencyOrder> {
  const needs = new Map<string, string[]>(nodes.map((node) => [node, []]));
  const deadlines = new Map<string, string[]>();
  let seen = 0;
  for (const { from, to, deadline } of edges) {
    if (++seen % STRIDE === 0) yield;
    if (!needs.has(from)) needs.set(from, []);
    if (!needs.has(to)) needs.set(to, []);
    needs.get(from)?.push(to);
    if (!deadline || from === to) continue;
    const after = deadlines.get(from);
    if (after) after.push(to);
    else deadlines.set(from, [to]);
  }
  const all = [...needs.keys()];
  const rank = new Map(all.map((node, index) => [node, index]));
  const byRank = (a: string, b: string) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0);

  const components = yield* strongComponents(all, (node) => needs.get(node) ?? []);
  const componentOf = new Map<string, number>();
  for (const [index, component] of components.entries()) {
    for (const node of component) componentOf.set(node, index);
  }
  const levels = new Map<string, number>();
  // A component comes after those it needs, so that their levels are known.
  for (const [index, component] of components.entries()) {
    let level = 0;
    for (const node of component) {
      yield;
      for (const needed of needs.get(node) ?? []) {
        if (componentOf.get(needed) !== index) level = Math.max(level, (levels.get(needed) ?? 0) + 1);
      }
    }
    for (const node of component) levels.set(node, level);
  }

  const ordered: { component: string[]; level: number; first: string }[] = [];
  for (const component of components) {
    yield;
    const ranked = component.toSorted(byRank);
    const first = ranked[0] ?? '';
    ordered.push({ component: yield* deadlineOrder(ranked, deadlines), level: levels.get(first) ?? 0, first });
  }
  const sorted = ordered
    .sort((a, b) => a.level - b.level || byRank(a.first, b.first))
    .map(({ component }) => component);
  return {
    components: sorted,
    order: sorted.flat(),
    levels,
    cycles: sorted.filter((component) => component.length > 1),
  };
}

/** Inside a component what a deadline starts from comes before what it leads to, as far as deadlines do not go in circles. */
function* deadlineOrder(
  component: readonly string[],
  deadlines: ReadonlyMap<string, readonly string[]>,
): Steps<string[]> {
  if (component.length < 2) return [...component];
  const inside = new Set(component);
  const after = (node: string) => (deadlines.get(node) ?? []).filter((to) => inside.has(to));
  return (yield* strongComponents(component, after)).flat();
}
