import { Field, PickType } from '@nestjs/graphql';
import { AgentTools, type AgentToolSet, defineTool, ToolObject } from '../common/tool.js';
import { ReviewArgs } from './review.inputs.js';
import { ReviewEntry } from './review.model.js';
import { ReviewService } from './review.service.js';

@ToolObject()
class WaitingEntry extends PickType(ReviewEntry, [
  'reason',
  'at',
  'planId',
  'taskId',
  'stepNum',
  'learningId',
  'ref',
  'otherRef',
  'note',
  'likeness',
  'score',
]) {}

@ToolObject()
class WaitingList {
  @Field(() => [WaitingEntry], { description: 'The entries, newest first.' })
  readonly entries!: readonly WaitingEntry[];

  @Field(() => String, {
    nullable: true,
    description: 'Pass it as after to get older entries; null if there are none.',
  })
  readonly next!: string | null;
}

/** MCP tool that lists open decisions. */
@AgentTools()
export class ReviewTools implements AgentToolSet {
  readonly tools = [
    defineTool({
      name: 'knowledge_review',
      role: 'reader',
      title: 'Show what waits for a person',
      description:
        'Lists decisions that the service leaves to a person: failed steps whose item is unknown, doubtful attributions, failures without a known recovery, unconfirmed learnings, facts that contradict one another, pieces that may supersede others, entities that may be the same, and steps of adaptive tasks whose success is undecided. Show the list to a person, who decides on the web page or over GraphQL. Decisions that a person told you can be recorded with kb_complete_learning, kb_resolve_learning and adaptive_judge.',
      input: ReviewArgs,
      output: WaitingList,
      hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async (caller, input) => {
        const { nodes, pageInfo } = await this.waiting.list(caller, input);
        return { entries: nodes, next: pageInfo.hasNextPage ? pageInfo.endCursor : null };
      },
    }),
  ];

  constructor(private readonly waiting: ReviewService) {}
}
