import { strongComponents } from '../common/strong-components.js';
import type { Steps } from '../common/turns.js';
import type { DependencyOrder } from './event-description.js';

/** Number of edges after which the generator yields, so that the work can be interrupted. */
const STRIDE = 256;

/** A dependency, as an input of the topological order. */
export interface Edge {
  /** Node that needs the other node. */
  readonly from: string;
  /** Node that the other node needs. */
  readonly to: string;
  /** True for a deadline: inside a cycle, the value from which the deadline starts comes first. */
  readonly deadline?: boolean;
}

/**
 * Components, levels and order of a dependency graph, as RTEC's compiler (src/compiler.prolog of aartikis/RTEC)
 * computes them: each fluent or cycle is evaluated as a whole, after all its dependencies.
 * Ties are broken by level, then by position in `nodes`, so that the same graph gives the same order. Nodes that occur
 * only in edges come after the given ones.
 */
export function* orderDependencies(nodes: readonly string[], edges: Iterable<Edge>): Steps<DependencyOrder> {
  // Nodes are represented by their index, so that names are looked up only while edges are read.
  const names = [...new Set(nodes)];
  const ranks = new Map(names.map((node, index) => [node, index]));
  const needs: number[][] = names.map(() => []);
  const rankOf = (name: string): number => {
    const known = ranks.get(name);
    if (known !== undefined) return known;
    ranks.set(name, names.length);
    needs.push([]);
    return names.push(name) - 1;
  };
  const deadlines = new Map<number, number[]>();
  let seen = 0;
  for (const { from, to, deadline } of edges) {
    if (++seen % STRIDE === 0) yield;
    const [needing, needed] = [rankOf(from), rankOf(to)];
    needs[needing]?.push(needed);
    if (!deadline || from === to) continue;
    const after = deadlines.get(needing);
    if (after) after.push(needed);
    else deadlines.set(needing, [needed]);
  }

  const components = yield* strongComponents(
    names.map((_, rank) => rank),
    (rank) => needs[rank] ?? [],
  );
  const levels = new Array<number>(names.length).fill(0);
  const componentOf = new Array<number>(names.length).fill(0);
  for (const [index, component] of components.entries()) for (const rank of component) componentOf[rank] = index;
  const ordered: { component: readonly number[]; level: number; first: number }[] = [];
  // strongComponents lists each component after those that it needs, so the levels of these are already known.
  for (const [index, component] of components.entries()) {
    let level = 0;
    for (const rank of component) {
      if (++seen % STRIDE === 0) yield;
      for (const needed of needs[rank] ?? []) {
        if (componentOf[needed] !== index) level = Math.max(level, (levels[needed] ?? 0) + 1);
      }
    }
    for (const rank of component) levels[rank] = level;
    const ranked = component.length < 2 ? component : component.toSorted((a, b) => a - b);
    ordered.push({ component: yield* deadlineOrder(ranked, deadlines), level, first: ranked[0] ?? 0 });
  }
  const sorted = ordered
    .sort((a, b) => a.level - b.level || a.first - b.first)
    .map(({ component }) => component.map((rank) => names[rank] ?? ''));
  return {
    components: sorted,
    order: sorted.flat(),
    levels: new Map(names.map((name, rank) => [name, levels[rank] ?? 0])),
    cycles: sorted.filter((component) => component.length > 1),
  };
}

/** Orders a component: the value from which a deadline starts precedes its result, unless deadlines form a cycle. */
function* deadlineOrder(
  component: readonly number[],
  deadlines: ReadonlyMap<number, readonly number[]>,
): Steps<readonly number[]> {
  if (component.length < 2 || deadlines.size === 0) return component;
  const inside = new Set(component);
  const after = (node: number) => (deadlines.get(node) ?? []).filter((to) => inside.has(to));
  return (yield* strongComponents(component, after)).flat();
}
