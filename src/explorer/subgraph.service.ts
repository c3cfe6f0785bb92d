import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { BadUserInputError, NotFoundError } from '../common/errors.js';
import { GraphService } from '../graph/graph.service.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import type { SubgraphArgs } from './subgraph.inputs.js';
import type { GraphEdge, Subgraph } from './subgraph.model.js';
import { DEFAULT_EDGE_TYPES, EDGE_TYPES, type EdgeTypes, KEYS } from './subgraph.edges.js';
import { describeNodes, expand, findNode, type FoundEdge } from './subgraph.statements.js';

/**
 * Number of rows that are read per node that may still be added. It exceeds 1, because edges between nodes that are
 * already included also need rows.
 */
const ROWS_PER_NODE = 4;

/** Finds the neighbourhood of a node. */
@Injectable()
export class SubgraphService {
  constructor(
    private readonly graph: GraphService,
    private readonly registry: KnowledgeRegistry,
  ) {}

  /**
   * Nodes reachable from a node, nearest first. Knowledge that the caller may not see is left out.
   *
   * @throws NotFoundError when the node does not exist or the caller may not see it
   * @throws BadUserInputError when a type of edges is unknown
   */
  async around(caller: Caller, { ref, depth, first, kinds, edgeTypes: asked }: SubgraphArgs): Promise<Subgraph> {
    const edgeTypes = asked?.length ? typesOf(asked) : DEFAULT_EDGE_TYPES;
    const required = this.registry.requiredOf(caller);
    const [start] = await this.graph.run(findNode, { namespace: caller.namespace, key: keyOf(ref), required });
    if (!start) throw new NotFoundError('Node', ref);

    const nodes = new Set([start.node]);
    const edges = new Map<string, FoundEdge>();
    let truncated = false;
    let from = [start.node];
    for (let step = 0; step < depth && from.length > 0; step++) {
      const rows = ROWS_PER_NODE * first;
      const filter = { edgeTypes, kinds: kinds?.length ? kinds : null, required };
      const found = await this.graph.run(expand, { from, ...filter, scanned: rows, limit: rows });
      from = [];
      for (const edge of found) {
        if (!nodes.has(edge.other)) {
          if (nodes.size === first) {
            truncated = true;
            continue;
          }
          nodes.add(edge.other);
          from.push(edge.other);
        }
        edges.set(edge.edge, edge);
      }
      truncated ||= found.length === rows;
    }
    return { ...(await this.described(caller, [...nodes], [...edges.values()], edgeTypes)), truncated };
  }

  private async described(
    caller: Caller,
    nodes: readonly string[],
    found: readonly FoundEdge[],
    edgeTypes: EdgeTypes,
  ): Promise<Omit<Subgraph, 'truncated'>> {
    const rows = await this.graph.run(describeNodes, { nodes, edgeTypes });
    const knowledge = await this.registry.load(
      caller,
      rows.map(({ ref }) => ref),
    );
    const byNode = new Map(rows.map((row) => [row.node, row]));
    const shown = new Map<string, number>();
    const edges = found.flatMap(({ edge: id, source, target, type, label }): GraphEdge[] => {
      const [one, other] = [byNode.get(source), byNode.get(target)];
      // The node was deleted between the reads.
      if (!one || !other) return [];
      for (const end of new Set([source, target])) shown.set(end, (shown.get(end) ?? 0) + 1);
      return [{ id, source: one.ref, target: other.ref, type, label: type === 'LINK' ? label : null }];
    });
    return {
      nodes: nodes.flatMap((node) => {
        const row = byNode.get(node);
        if (!row) return [];
        const { ref, labels, title, edges: all } = row;
        const trust = knowledge.get(ref)?.trust ?? null;
        return [{ ref, labels, title, trust, hidden: Math.max(0, all - (shown.get(node) ?? 0)) }];
      }),
      edges,
    };
  }
}

function typesOf(asked: readonly string[]): EdgeTypes {
  asked.forEach((type, index) => {
    if ((EDGE_TYPES as readonly string[]).includes(type)) return;
    throw BadUserInputError.of(`edgeTypes.${index}`, 'isIn', `edgeTypes must be of ${EDGE_TYPES.join(', ')}`);
  });
  return EDGE_TYPES.filter((type) => asked.includes(type));
}

function keyOf(ref: string) {
  const nothing = { ref: null, entity: null, learning: null, plan: null, domain: null, state: null, step: null };
  const [, planId, num] = /^step:(.+)\/(\d{1,6})$/s.exec(ref) ?? [];
  if (planId !== undefined) return { ...nothing, step: { planId, num: Number(num) } };
  const prefix = KEYS.find((key) => ref.startsWith(`${key}:`));
  return prefix ? { ...nothing, [prefix]: ref.slice(prefix.length + 1) } : { ...nothing, ref };
}
