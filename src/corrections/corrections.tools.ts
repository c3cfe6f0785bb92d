import { Field, ID, PickType } from '@nestjs/graphql';
import { AgentTools, type AgentToolSet, defineTool, ToolObject } from '../common/tool.js';
import { Learning } from '../items/items.model.js';
import { ResolveLearningArgs, RetractArgs } from './corrections.inputs.js';
import { Retraction } from './corrections.model.js';
import { CorrectionsService } from './corrections.service.js';
import { LearningResolution } from './resolving.service.js';

@ToolObject()
class ResolvedLearning extends PickType(Learning, ['kind', 'state', 'resolvedInto']) {
  @Field(() => ID)
  readonly learningId!: string;

  @Field(() => ID)
  readonly itemId!: string;
}

const HINTS = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };

@AgentTools()
export class CorrectionsTools implements AgentToolSet {
  readonly tools = [
    defineTool({
      name: 'evidence_retract',
      role: 'reviewer',
      title: 'Retract a report',
      description:
        'Retracts a wrong report: evidence with the learning recorded with it, the outcome of a receipt, or the report of a step. Use it only if a person has said that it is wrong; the reason of this person is stored. The trust is then computed without it. Repeating the call changes nothing.',
      input: RetractArgs,
      output: Retraction,
      hints: HINTS,
      run: (caller, input) => this.corrections.retract(caller, input),
    }),
    defineTool({
      name: 'kb_resolve_learning',
      role: 'reviewer',
      title: 'Resolve learning',
      description:
        'Records that a person corrected the cause of a learning, in the documentation or elsewhere. The learning no longer appears in prompts, and the loss of trust that it caused is reverted. A new failure counts again.',
      input: ResolveLearningArgs,
      output: ResolvedLearning,
      hints: HINTS,
      run: async (caller, input) => {
        const learning = await this.learnings.resolve(caller, input);
        return { ...learning, learningId: learning.id };
      },
    }),
  ];

  constructor(
    private readonly corrections: CorrectionsService,
    private readonly learnings: LearningResolution,
  ) {}
}
