import type { Steps } from './turns.js';

/** Number of edges that are visited between two points at which the work may yield. */
const STRIDE = 256;

/** Mark of finished vertices. It is larger than any index. */
const DONE = Number.MAX_SAFE_INTEGER;

interface Visit<Node> {
  readonly node: Node;
  /** Number of nodes that were found before this one. */
  readonly index: number;
  readonly rest: Iterator<Node>;
}

/**
 * Strongly connected components (Tarjan's algorithm); each comes after the components that its nodes need. Nodes that
 * occur only in `needs` are included. If the edges do not determine the order, the order of `nodes` does, so that the
 * same graph always gives the same result.
 */
export function* strongComponents<Node>(
  nodes: readonly Node[],
  needs: (node: Node) => readonly Node[],
): Steps<Node[][]> {
  const components: Node[][] = [];
  const found = new Map<Node, number>();
  /** For each node, by its index: the lowest index that the node leads back to, or DONE. */
  const low: number[] = [];
  const stack: Node[] = [];
  const enter = (node: Node): Visit<Node> => {
    const index = low.length;
    found.set(node, index);
    low.push(index);
    stack.push(node);
    return { node, index, rest: needs(node)[Symbol.iterator]() };
  };
  const lower = (index: number, value: number) => {
    if (value < (low[index] ?? DONE)) low[index] = value;
  };
  let steps = 0;
  for (const root of nodes) {
    if (found.has(root)) continue;
    // The path is an explicit stack, because a stored graph may be deeper than the call stack.
    const path = [enter(root)];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      if (++steps % STRIDE === 0) yield;
      const next = top.rest.next();
      if (!next.done) {
        const index = found.get(next.value);
        if (index === undefined) path.push(enter(next.value));
        else if (low[index] !== DONE) lower(top.index, index);
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      const reached = low[top.index] ?? DONE;
      if (parent) lower(parent.index, reached);
      if (reached !== top.index) continue;
      const component = stack.splice(stack.lastIndexOf(top.node));
      // All unfinished nodes that were found after this one belong to its component. They are at the end of the stack.
      for (const node of component) low[found.get(node) ?? 0] = DONE;
      components.push(component);
    }
  }
  return components;
}
