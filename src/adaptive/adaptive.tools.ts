import { Field, Int, OmitType, PickType } from '@nestjs/graphql';
import { AgentTools, type AgentToolSet, defineTool, ToolObject } from '../common/tool.js';
import {
  IntentArgs,
  JudgementArgs,
  ObservationInput,
  StartAdaptiveTaskArgs,
  ValidateContentArgs,
} from './adaptive.inputs.js';
import { AdaptiveAction, AdaptiveStep, AdaptiveTask, Judge } from './adaptive.model.js';
import { Intent } from '../criteria/intent.model.js';
import { Validation } from '../criteria/verdict.model.js';
import { IntentService } from './intent.service.js';
import { JudgementService } from './judgement.service.js';
import { TaskService } from './task.service.js';
import { ValidationService } from './validation.service.js';

@ToolObject()
class ContentValidation extends OmitType(Validation, ['accuracy', 'completeness']) {}

@ToolObject()
class NextAction extends PickType(AdaptiveAction, ['method', 'action', 'approach', 'parameters', 'prompt']) {
  @Field(() => String, { nullable: true, description: 'Id of the strategy from which it was proposed.' })
  readonly learnedFrom!: string | null;
}

@ToolObject()
class StartedTask extends PickType(AdaptiveTask, ['intent', 'status', 'progress']) {
  @Field()
  readonly taskId!: string;

  @Field(() => Int, { description: 'Number of the next step; pass it to adaptive_observe.' })
  readonly stepNum!: number;

  @Field(() => NextAction, {
    nullable: true,
    description: 'Carry it out, then call adaptive_observe with its documents.',
  })
  readonly nextAction!: NextAction | null;
}

@ToolObject()
class ObservedStep extends PickType(AdaptiveStep, ['progress', 'refinementPrompt']) {
  @Field(() => Int)
  readonly stepNum!: number;

  @Field(() => ContentValidation)
  readonly validation!: ContentValidation;

  @Field({
    description: 'Id of the strategy of its action, which learns from a SUCCESS or a FAILURE that is no guess.',
  })
  readonly strategy!: string;

  @Field(() => NextAction, { nullable: true, description: 'Carry it out as step_num + 1; if null, stop.' })
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
        'Analyses a request and returns its intent: type of data, format, success criteria and quality. The call changes nothing.',
      input: IntentArgs,
      output: Intent,
      hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: (_, { prompt, context, criteria }) => this.intents.read(prompt, context, criteria),
    }),
    defineTool({
      name: 'content_validate',
      role: 'reader',
      title: 'Validate content',
      description:
        'Checks whether content meets the intent of a request: its type, its format and each criterion. It reports everything that is wrong or missing. Call it before you claim that a task is done. The call changes nothing.',
      input: ValidateContentArgs,
      output: ContentValidation,
      hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async (_, { documents, intent }) => this.validations.validate(documents, await this.intents.given(intent)),
    }),
    defineTool({
      name: 'adaptive_start',
      role: 'writer',
      title: 'Start adaptive task',
      description:
        'Starts a task. State what the result has to fulfil as criteria; otherwise the service reads them from the objective, as far as its grammar goes. It returns the first action, which is the best one for this kind of request. Carry out the action and pass its documents to adaptive_observe.',
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
        'Reports the result of an action. The service judges its content, learns from it, and returns the next action, or the reason to stop. Repeating an observation changes nothing.',
      input: ObservationInput,
      output: ObservedStep,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async (caller, input) => {
        return observed(await this.tasks.observe(caller, input));
      },
    }),
    defineTool({
      name: 'adaptive_judge',
      role: 'writer',
      title: 'Judge adaptive step',
      description:
        'Records your own judgement of a step whose verdict is PASSED or UNDECIDED, so that the task continues and its strategy learns. State whether the step delivered the requested result, and give the reason. Only a person can overrule a verdict, on the page or over GraphQL. Repeating a judgement changes nothing.',
      input: JudgementArgs,
      output: ObservedStep,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async (caller, args) => observed(await this.judgements.judge(caller, { ...args, by: Judge.AGENT })),
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
