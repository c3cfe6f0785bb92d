import { z } from 'zod';
import { AgentTools, type AgentToolSet, defineTool, type ResourceTemplate } from '../common/tool.js';
import { formatEntity } from './entity.text.js';
import { Direction } from './layers.model.js';
import { LayersService } from './layers.service.js';
import { LoadingService } from './loading.service.js';

const loadInput = z.strictObject({
  document: z
    .looseObject({
      metadata: z.record(z.string(), z.unknown()).optional(),
      pieces: z.array(z.unknown()).max(50_000).optional(),
      graph: z.record(z.string(), z.unknown()).optional(),
    })
    .describe(
      '{ metadata: { "user:alice": { entity_type, properties } }, pieces: [{ piece_id, content, knowledge_type: fact | instruction | preference | procedure | note | episodic, info_type: user_profile | instructions | context | skills | any, tags, entity_id, embedding_text, mentions }], graph: { nodes: [{ node_id, node_type, label }], edges: [{ source_id, target_id, edge_type, properties: { piece_id } }] } }',
    ),
});

const count = z.int().min(0);
const loadOutput = z.strictObject({
  metadata: count.describe('Metadata records that are stored now.'),
  pieces: count,
  nodes: count,
  edges: count,
  created: count.describe('Of all these records, new ones.'),
  updated: count,
  unchanged: count,
  skipped: z
    .array(
      z.strictObject({
        section: z.string().nullable(),
        index: count,
        id: z.string().nullable(),
        field: z.string().nullable(),
        reason: z.string(),
      }),
    )
    .describe('Records that were left out, and why.'),
});

/** Pieces and relations that a resource shows of an entity. */
const SHOWN = 50;

@AgentTools()
export class LayersTools implements AgentToolSet {
  readonly tools = [
    defineTool({
      name: 'knowledge_load',
      title: 'Load knowledge',
      description:
        'Stores what is worth keeping about users, techniques and cases: profiles, pieces of knowledge, and how entities stand to each other. Wrong records are skipped and reported, the others go in; repeating a load changes nothing. Never send credentials: records with what looks like a secret are refused.',
      input: loadInput,
      output: loadOutput,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async (caller, { document }) => {
        const report = await this.loading.loadKnowledge(caller, document);
        return { ...report, skipped: [...report.skipped] };
      },
    }),
  ];

  readonly resources: readonly ResourceTemplate[] = [
    {
      uriTemplate: 'heartwood://entity/{id}',
      name: 'entity',
      title: 'Entity',
      description:
        'Somebody or something with its profile, its relations and the pieces of knowledge that belong to it.',
      mimeType: 'text/plain',
      read: async ({ namespace }, id) => {
        const entity = await this.knowledge.findEntity(namespace, id);
        if (!entity) return undefined;
        const [relations, pieces] = await Promise.all([
          this.knowledge.listRelations(namespace, id, { direction: Direction.BOTH, first: SHOWN }),
          this.knowledge.listPieces(namespace, id, { first: SHOWN }),
        ]);
        return formatEntity(entity, relations.nodes, pieces.nodes);
      },
    },
  ];

  constructor(
    private readonly knowledge: LayersService,
    private readonly loading: LoadingService,
  ) {}
}
