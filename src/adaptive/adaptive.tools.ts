import { Field, Int, OmitType, PickType } from '@nestjs/graphql';
import { AgentTools, type AgentToolSet, defineTool, ToolObject } from '../common/tool.js';
import {
  IntentArgs,
  JudgeStepArgs,
  ObservationInput,
  StartAdaptiveTaskArgs,
  ValidateContentArgs,
} from './adaptive.inputs.js';
import { AdaptiveAction, AdaptiveStep, AdaptiveTask, Intent, Validation } from './adaptive.model.js';
import { givenIntent, IntentService } from './intent.service.js';
import { JudgementService } from './judgement.service.js';
import { TaskService } from './task.service.js';
import { ValidationService } from './validation.service.js';

@ToolObject()
class ContentValidation extends OmitType(Validation, ['accuracy', 'completeness']) {}

@ToolObject()
class NextAction extends PickType(AdaptiveAction, ['method', 'action', 'approach', 'parameters', 'prompt']) {
  @Field(() => String, { nullable: true, description: 'Id of the strategy that proposed it.' })
  readonly learnedFrom!: string | null;
}

@ToolObject()
class StartedTask extends PickType(AdaptiveTask, ['intent', 'status', 'progress']) {
  @Field()
  readonly taskId!: string;

  @Field(() => Int, { description: 'Number of the next step; name it in adaptive_observe.' })
  readonly stepNum!: number;

  @Field(() => NextAction, {
    nullable: true,
    description: 'Carry it out, then call adaptive_observe with what it delivered.',
  })
  readonly nextAction!: NextAction | null;
}

@ToolObject()
class ObservedStep extends PickType(AdaptiveStep, ['progress', 'refinementPrompt']) {
  @Field(() => Int)
  readonly stepNum!: number;

  @Field(() => ContentValidation)
  readonly validation!: ContentValidation;

  @Field({ description: 'Id of the strategy that learned from it; an UNDECIDED verdict teaches nothing.' })
  readonly strategy!: string;

  @Field(() => NextAction, { nullable: true, description: 'Null: stop. Else carry it out as step_num + 1.' })
  readonly nextAction!: NextAction | null;
}

@AgentTools()
export class AdaptiveTools implements AgentToolSet {
  readonly tools = [
    defineTool({
      name: 'intent_analyze',
      role: 'reader',
      title: 'Analyze intent',
      description:
        'Tells what a request wants to be delivered: type of data, format, success criteria, quality. Changes nothing.',
      input: IntentArgs,
      output: Intent,
      hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: (_, { prompt, context }) => this.intents.read(prompt, context),
    }),
    defineTool({
      name: 'content_validate',
      role: 'reader',
      title: 'Validate content',
      description:
        'Reads content and tells whether it is what was wanted: type, format, each criterion, and what is wrong or missing. Call it before you say that something is done. Changes nothing.',
      input: ValidateContentArgs,
      output: ContentValidation,
      hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async (_, { documents, intent }) => this.validations.validate(documents, givenIntent(intent)),
    }),
    defineTool({
      name: 'adaptive_start',
      role: 'writer',
      title: 'Start adaptive task',
      description:
        'Starts a task with success criteria read from its objective, and gives the first action: the one that served this kind of request best before. Carry it out and hand what it delivered to adaptive_observe.',
      input: StartAdaptiveTaskArgs,
      output: StartedTask,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
      run: async (caller, args) => {
        const task = await this.tasks.start(caller, args);
        return { ...task, taskId: task.id, stepNum: task.steps.length, nextAction: nextAction(task.nextAction) };
      },
    }),
    defineTool({
      name: 'adaptive_observe',
      role: 'writer',
      title: 'Observe adaptive step',
      description:
        'Takes what an action delivered, judges it by its content, learns from it, and gives the next action, or the reason to stop. Repeating an observation changes nothing.',
      input: ObservationInput,
      output: ObservedStep,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async (caller, input) => {
        return observed(await this.tasks.observe(caller, input));
      },
    }),
    defineTool({
      name: 'adaptive_judge',
      role: 'reviewer',
      title: 'Judge adaptive step',
      description:
        'Decides a step whose verdict is UNDECIDED, so that the task goes on and its strategy learns: say whether what it delivered is what was wanted, and why. by AGENT: you judged it yourself; PERSON: a person said so, who may also overrule a verdict. Repeating a judgement changes nothing.',
      input: JudgeStepArgs,
      output: ObservedStep,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async (caller, args) => observed(await this.judgements.judge(caller, args)),
    }),
  ];

  constructor(
    private readonly intents: IntentService,
    private readonly validations: ValidationService,
    private readonly tasks: TaskService,
    private readonly judgements: JudgementService,
  ) {}
}

function observed(step: AdaptiveStep) {
  return { ...step, stepNum: step.num, strategy: step.strategyId, nextAction: nextAction(step.nextAction) };
}

function nextAction(action: AdaptiveAction | null): NextAction | null {
  return action && { ...action, learnedFrom: action.learnedFromId };
}
