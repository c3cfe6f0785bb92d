import type { Steps } from './turns.js';

/** Edges that are looked at between two places where the work may be interrupted. */
const STRIDE = 256;

/**
 * Strongly connected components (Tarjan), each after those its nodes need. Nodes that only `needs` names are found, too.
 * Within what the edges leave open the order of `nodes` holds, so that the same graph gives the same order.
 */
export function* strongComponents<Node>(
  nodes: readonly Node[],
  needs: (node: Node) => readonly Node[],
): Steps<Node[][]> {
  const components: Node[][] = [];
  const index = new Map<Node, number>();
  const low = new Map<Node, number>();
  const stack: Node[] = [];
  const onStack = new Set<Node>();
  const lower = (node: Node, value: number) => low.set(node, Math.min(low.get(node) ?? value, value));
  const enter = (node: Node) => {
    index.set(node, index.size);
    low.set(node, index.size - 1);
    stack.push(node);
    onStack.add(node);
    return { node, rest: needs(node)[Symbol.iterator]() };
  };
  let steps = 0;
  for (const root of nodes) {
    if (index.has(root)) continue;
    // An explicit path: a stored graph may be deeper than the call stack.
    const path = [enter(root)];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      if (++steps % STRIDE === 0) yield;
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
