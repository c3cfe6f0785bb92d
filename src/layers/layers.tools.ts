import { AgentTools, type AgentToolSet, defineTool, type ResourceTemplate } from '../common/tool.js';
import { formatEntity } from './entity.text.js';
import { LoadKnowledgeArgs } from './layers.inputs.js';
import { Direction, LoadReport } from './layers.model.js';
import { LayersService } from './layers.service.js';
import { LoadingService } from './loading.service.js';

/** Pieces and relations that a resource shows of an entity. */
const SHOWN = 50;

@AgentTools()
export class LayersTools implements AgentToolSet {
  readonly tools = [
    defineTool({
      name: 'knowledge_load',
      role: 'writer',
      title: 'Load knowledge',
      description:
        'Stores what is worth keeping about users, techniques and cases: profiles, pieces of knowledge, and how entities stand to each other. Wrong records are skipped and reported, the others go in; repeating a load changes nothing. Never send credentials: records with what looks like a secret are refused.',
      input: LoadKnowledgeArgs,
      output: LoadReport,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: (caller, { document }) => this.loading.loadKnowledge(caller, document),
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
          this.knowledge.listRelations(namespace, entity.id, { direction: Direction.BOTH, first: SHOWN }),
          this.knowledge.listPieces(namespace, entity.id, { first: SHOWN }),
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
