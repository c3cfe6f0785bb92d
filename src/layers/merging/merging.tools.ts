import { PickType } from '@nestjs/graphql';
import { AgentTools, type AgentToolSet, defineTool, ToolObject } from '../../common/tool.js';
import { MergeEntitiesArgs } from './merging.inputs.js';
import { EntityMerge } from './merging.model.js';
import { MergingService } from './merging.service.js';

@ToolObject()
class MergedEntities extends PickType(EntityMerge, [
  'changeId',
  'source',
  'target',
  'relations',
  'collapsed',
  'selfLoops',
  'pieces',
]) {}

@AgentTools()
export class MergingTools implements AgentToolSet {
  readonly tools = [
    defineTool({
      name: 'knowledge_merge_entities',
      role: 'reviewer',
      title: 'Merge two entities',
      description:
        'Says that two entities are one: what is known of the source is known of the target from then on, and the id of the source stands for the target. Use it only where a person says that they are the same. knowledge_undo takes it back by changeId.',
      input: MergeEntitiesArgs,
      output: MergedEntities,
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
      run: (caller, { source, target }) => this.merging.mergeEntities(caller, source, target),
    }),
  ];

  constructor(private readonly merging: MergingService) {}
}
