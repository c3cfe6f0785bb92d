export interface DrawnNode {
  readonly ref: string;
  readonly title: string;
  readonly labels: readonly string[];
  /** In [0,1]; null for what is not knowledge. */
  readonly trust: number | null;
  /** Number of the node's edges that are not drawn. */
  readonly hidden: number;
}
export interface DrawnEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly type: string;
  readonly label: string | null;
}
export interface DrawnGraph {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  /** Number of nodes that were returned but exceeded the limit of the drawing. */
  readonly leftOut: number;
}

export const MOST_NODES = 500;
export const NO_GRAPH: DrawnGraph = { nodes: [], edges: [], leftOut: 0 };

/**
 * Adds the nodes and edges of a further answer to the drawing, in the order in which they arrived. The numbers of
 * hidden edges are computed again: an answer counts all edges that are not in the answer itself, but some may be
 * drawn by now.
 */
export function withAnswer(
  drawn: DrawnGraph,
  answer: { readonly nodes: readonly DrawnNode[]; readonly edges: readonly DrawnEdge[] },
  most = MOST_NODES,
): DrawnGraph {
  const ends = (edges: Iterable<DrawnEdge>) => {
    const counts = new Map<string, number>();
    for (const { source, target } of edges) {
      for (const end of new Set([source, target])) counts.set(end, (counts.get(end) ?? 0) + 1);
    }
    return counts;
  };
  const nodes = new Map(drawn.nodes.map((node) => [node.ref, node]));
  const totals = new Map<string, number>();
  const count = (part: { readonly nodes: readonly DrawnNode[]; readonly edges: readonly DrawnEdge[] }) => {
    const shown = ends(part.edges);
    for (const { ref, hidden } of part.nodes) totals.set(ref, hidden + (shown.get(ref) ?? 0));
  };
  count(drawn);
  count(answer);
  let leftOut = 0;
  for (const node of answer.nodes) {
    if (nodes.has(node.ref) || nodes.size < most) nodes.set(node.ref, node);
    else leftOut++;
  }
  const edges = new Map(drawn.edges.map((edge) => [edge.id, edge]));
  for (const edge of answer.edges) {
    if (nodes.has(edge.source) && nodes.has(edge.target)) edges.set(edge.id, edge);
  }
  const shown = ends(edges.values());
  return {
    nodes: [...nodes.values()].map((node) => ({
      ...node,
      hidden: Math.max(0, (totals.get(node.ref) ?? 0) - (shown.get(node.ref) ?? 0)),
    })),
    edges: [...edges.values()],
    leftOut,
  };
}
