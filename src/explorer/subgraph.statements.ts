import { readStatement } from '../graph/statement.js';
import type { FacetGroups } from '../knowledge/facets.js';
import type { EdgeTypes, KEYS } from './subgraph.edges.js';

type Required = Readonly<Record<string, FacetGroups>>;

export const findNode = readStatement<
  {
    namespace: string;
    key: Readonly<Record<'ref' | (typeof KEYS)[number], string | null>> & {
      readonly step: { readonly planId: string; readonly num: number } | null;
    };
    required: Required;
  },
  { node: string }
>('explorer/find-node');

/** An edge of an expanded node. */
export interface FoundEdge {
  readonly edge: string;
  readonly type: string;
  /** Type of a relation between entities; null for other edges. */
  readonly label: string | null;
  readonly source: string;
  readonly target: string;
  /** Node at the other end of the edge. It was not expanded. */
  readonly other: string;
}

export const expand = readStatement<
  {
    from: readonly string[];
    edgeTypes: EdgeTypes;
    kinds: readonly string[] | null;
    required: Required;
    scanned: number;
    limit: number;
  },
  FoundEdge
>('explorer/expand');

/** A node for the drawing: caption, labels and degree. */
export interface DescribedNode {
  readonly node: string;
  readonly labels: readonly string[];
  readonly ref: string;
  readonly title: string;
  readonly edges: number;
}

export const describeNodes = readStatement<{ nodes: readonly string[]; edgeTypes: EdgeTypes }, DescribedNode>(
  'explorer/describe-nodes',
);
