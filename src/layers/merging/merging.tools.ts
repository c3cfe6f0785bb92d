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
        'Merges two entities that are the same: all knowledge of the source becomes knowledge of the target, and the id of the source becomes an alias of the target. Use it only if a person says that they are the same. knowledge_undo reverts the merge by its changeId.',
      input: MergeEntitiesArgs,
      output: MergedEntities,
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
      run: (caller, { source, target }) => this.merging.mergeEntities(caller, source, target),
    }),
  ];

  constructor(private readonly merging: MergingService) {}
}
