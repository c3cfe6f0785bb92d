import { ArgsType } from '@nestjs/graphql';
import { Choices, Count, Id, Texts } from '../common/validation.js';
import { KnowledgeKind } from '../knowledge/knowledge.model.js';
import { DEFAULT_EDGE_TYPES, EDGE_TYPES } from './subgraph.edges.js';

@ArgsType()
export class SubgraphArgs {
  @Id({
    description:
      'Ref of the start node: item:open_files, entity:user:alice, learning:…, plan:…, domain:MSA or state:….',
  })
  readonly ref!: string;

  @Count({ min: 1, max: 3, default: 1, description: 'Maximum distance from the start node, counted in edges, 1–3.' })
  readonly depth!: number;

  @Count({ min: 1, max: 500, default: 100, description: 'Maximum number of nodes, 1–500.' })
  readonly first!: number;

  @Choices(() => KnowledgeKind, {
    optional: true,
    maxEntries: 10,
    description: 'Kinds of knowledge to show, default all; nodes that are not knowledge are always shown.',
  })
  readonly kinds?: readonly KnowledgeKind[];

  @Texts({
    optional: true,
    maxEntries: EDGE_TYPES.length,
    max: 32,
    description: `Types of edges to follow. The types are ${EDGE_TYPES.join(', ')}. Default: ${DEFAULT_EDGE_TYPES.join(', ')}.`,
  })
  readonly edgeTypes?: readonly string[];
}
