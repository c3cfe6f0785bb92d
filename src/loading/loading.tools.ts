import { AgentTools, type AgentToolSet, defineTool, type ResourceTemplate } from '../common/tool.js';
import { formatEntity } from './entity.text.js';
import { LoadKnowledgeArgs } from './loading.inputs.js';
import { Direction, LoadReport } from '../entities/entities.model.js';
import { EntitiesService } from '../entities/entities.service.js';
import { LoadingService } from './loading.service.js';

/** Maximum pieces, and maximum relations, of an entity in a resource. */
const SHOWN = 50;

@AgentTools()
export class LoadingTools implements AgentToolSet {
  readonly tools = [
    defineTool({
      name: 'knowledge_load',
      role: 'writer',
      title: 'Load knowledge',
      description:
        'Stores knowledge about users, techniques and cases: profiles, pieces of knowledge, and relations between entities. Invalid records are skipped and reported; the others are stored. Repeating a load changes nothing. Never send credentials: records that seem to contain a secret are refused.',
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
      description: 'A person or thing with its profile, its relations and the pieces of knowledge that belong to it.',
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
    private readonly knowledge: EntitiesService,
    private readonly loading: LoadingService,
  ) {}
}
