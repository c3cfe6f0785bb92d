import { Field, ID, PickType } from '@nestjs/graphql';
import { AgentTools, type AgentToolSet, defineTool, ToolObject } from '../common/tool.js';
import { Learning } from '../items/items.model.js';
import {
  ResolveLearningArgs,
  RetractEvidenceArgs,
  RetractOutcomeArgs,
  RetractReportArgs,
} from './corrections.inputs.js';
import { Retraction } from './corrections.model.js';
import { CorrectionsService } from './corrections.service.js';

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
      title: 'Retract evidence',
      description:
        'Takes one piece of wrong evidence back, by its id, with the learning that came with it. Only when a person has said that it was wrong: their reason stays beside it. The trust is then as if it had never been said. Repeating it changes nothing.',
      input: RetractEvidenceArgs,
      output: Retraction,
      hints: HINTS,
      run: (caller, input) => this.corrections.retractEvidence(caller, input),
    }),
    defineTool({
      name: 'plan_retract_report',
      role: 'reviewer',
      title: 'Retract step report',
      description:
        'Withdraws a wrong report of a plan step: what it taught and what it cost in trust goes, and the step can be reported anew. Only when a person has said so, or you reported the wrong step.',
      input: RetractReportArgs,
      output: Retraction,
      hints: HINTS,
      run: (caller, input) => this.corrections.retractReport(caller, input),
    }),
    defineTool({
      name: 'context_retract_outcome',
      role: 'reviewer',
      title: 'Retract the outcome of a context',
      description:
        'Takes back a wrong outcome of knowledge_context or kb_planning_prompt, with all that it credited. The right one can be reported with context_outcome then.',
      input: RetractOutcomeArgs,
      output: Retraction,
      hints: HINTS,
      run: (caller, input) => this.corrections.retractOutcome(caller, input),
    }),
    defineTool({
      name: 'kb_resolve_learning',
      role: 'reviewer',
      title: 'Resolve learning',
      description:
        'Says for a person that what a learning warns of was put right, in the documentation or elsewhere: it stands in no prompt any more, and what it cost in trust is given back. A new failure counts anew.',
      input: ResolveLearningArgs,
      output: ResolvedLearning,
      hints: HINTS,
      run: async (caller, input) => {
        const learning = await this.corrections.resolveLearning(caller, input);
        return { ...learning, learningId: learning.id };
      },
    }),
  ];

  constructor(private readonly corrections: CorrectionsService) {}
}
