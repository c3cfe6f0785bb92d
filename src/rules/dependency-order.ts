import type { DependencyOrder } from './event-description.js';

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
export function orderDependencies(nodes: readonly string[], edges: readonly Edge[]): DependencyOrder {
  const all = [...new Set([...nodes, ...edges.flatMap(({ from, to }) => [from, to])])];
  const rank = new Map(all.map((node, index) => [node, index]));
  const needs = new Map<string, string[]>(all.map((node) => [node, []]));
  for (const { from, to } of edges) needs.get(from)?.push(to);
  const byRank = (a: string, b: string) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0);

  const components = strongComponents(all, (node) => needs.get(node) ?? []);
  const componentOf = new Map(
    components.flatMap((component, index) => component.map((node) => [node, index] as const)),
  );
  const levels = new Map<string, number>();
  // A component comes after those it needs, so that their levels are known.
  components.forEach((component, index) => {
    let level = 0;
    for (const needed of component.flatMap((node) => needs.get(node) ?? [])) {
      if (componentOf.get(needed) !== index) level = Math.max(level, (levels.get(needed) ?? 0) + 1);
    }
    for (const node of component) levels.set(node, level);
  });

  const sorted = components
    .map((component) => deadlineOrder(component.toSorted(byRank), edges))
    .map((component) => ({
      component,
      level: levels.get(component[0] ?? '') ?? 0,
      first: component.toSorted(byRank)[0] ?? '',
    }))
    .sort((a, b) => a.level - b.level || byRank(a.first, b.first))
    .map(({ component }) => component);
  return {
    components: sorted,
    order: sorted.flat(),
    levels,
    cycles: sorted.filter((component) => component.length > 1),
  };
}

/** Strongly connected components (Tarjan), each after those its nodes need. */
export function strongComponents(nodes: readonly string[], needs: (node: string) => readonly string[]): string[][] {
  const components: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const lower = (node: string, value: number) => low.set(node, Math.min(low.get(node) ?? value, value));
  const enter = (node: string) => {
    index.set(node, index.size);
    low.set(node, index.size - 1);
    stack.push(node);
    onStack.add(node);
    return { node, rest: needs(node)[Symbol.iterator]() };
  };
  for (const root of nodes) {
    if (index.has(root)) continue;
    // An explicit path: a stored graph may be deeper than the call stack.
    const path = [enter(root)];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const next = top.rest.next();
      if (!next.done) {
        if (!index.has(next.value)) path.push(enter(next.value));
        else if (onStack.has(next.value)) lower(top.node, index.get(next.value) ?? 0);
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent) lower(parent.node, low.get(top.node) ?? 0);
      if (low.get(top.node) !== index.get(top.node)) continue;
      const component = stack.splice(stack.lastIndexOf(top.node));
      for (const node of component) onStack.delete(node);
      components.push(component);
    }
  }
  return components;
}

/** Inside a component what a deadline starts from comes before what it leads to, as far as deadlines do not go in circles. */
function deadlineOrder(component: readonly string[], edges: readonly Edge[]): string[] {
  if (component.length < 2) return [...component];
  const inside = new Set(component);
  const after = new Map<string, string[]>();
  for (const { from, to, deadline } of edges) {
    if (deadline && from !== to && inside.has(from) && inside.has(to))
      after.set(from, [...(after.get(from) ?? []), to]);
  }
  return strongComponents(component, (node) => after.get(node) ?? []).flat();
}
