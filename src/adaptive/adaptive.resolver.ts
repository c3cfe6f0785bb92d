import { Args, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { Needs } from '../common/needs.js';
import { JSONValue } from '../common/scalars.js';
import { AdaptiveLists } from './adaptive-lists.service.js';
import {
  AdaptiveTasksArgs,
  CarryOutArgs,
  IntentArgs,
  JudgeStepArgs,
  LearnedStrategiesArgs,
  LearnStrategyArgs,
  ObservationInput,
  StartAdaptiveTaskArgs,
  StrategiesArgs,
  TaskArgs,
  ValidateContentArgs,
} from './adaptive.inputs.js';
import { AdaptiveAction, AdaptiveStep, AdaptiveTask, AdaptiveTaskConnection, CarriedOut } from './adaptive.model.js';
import { Intent } from '../criteria/intent.model.js';
import { Validation } from '../criteria/verdict.model.js';
import { Strategy, StrategyConnection } from './strategy.model.js';
import { IntentService } from './intent.service.js';
import { JudgementService } from './judgement.service.js';
import { StrategyService } from './strategy.service.js';
import { TaskService } from './task.service.js';
import { ValidationService } from './validation.service.js';

@Resolver(() => AdaptiveTask)
export class AdaptiveTaskResolver {
  constructor(
    private readonly tasks: TaskService,
    private readonly intents: IntentService,
    private readonly validations: ValidationService,
    private readonly judgements: JudgementService,
    private readonly lists: AdaptiveLists,
  ) {}

  @Needs('reader')
  @Query(() => Intent, {
    description:
      'Analyses which result a user asks for. The configured LLM does this; if there is none, or it fails, rules do. The call changes nothing.',
  })
  intent(@Args() { prompt, context, criteria }: IntentArgs): Promise<Intent> {
    return this.intents.read(prompt, context, criteria);
  }

  @Needs('reader')
  @Query(() => Validation, {
    description: 'Checks whether the content of documents meets an intent. The call changes nothing.',
  })
  async validateContent(@Args() { documents, intent }: ValidateContentArgs): Promise<Validation> {
    return this.validations.validate(documents, await this.intents.given(intent));
  }

  @Needs('reader')
  @Query(() => AdaptiveTask, { nullable: true, description: 'The adaptive task with this id, or null.' })
  async adaptiveTask(@CurrentCaller() { namespace }: Caller, @Args() { id }: TaskArgs): Promise<AdaptiveTask | null> {
    return (await this.tasks.findTask(namespace, id)) ?? null;
  }

  @Needs('reader')
  @Query(() => AdaptiveTaskConnection, { description: 'Adaptive tasks with their steps, newest first.' })
  adaptiveTasks(
    @CurrentCaller() { namespace }: Caller,
    @Args() args: AdaptiveTasksArgs,
  ): Promise<ConnectionOf<AdaptiveTask>> {
    return this.lists.tasks(namespace, args);
  }

  @Needs('writer')
  @Mutation(() => AdaptiveTask, {
    description: 'Starts a task. Its first action is the one that ranks best for this kind of request.',
  })
  startAdaptiveTask(@CurrentCaller() caller: Caller, @Args() args: StartAdaptiveTaskArgs): Promise<AdaptiveTask> {
    return this.tasks.start(caller, args);
  }

  @Needs('writer')
  @Mutation(() => AdaptiveStep, {
    description:
      'Reports the result of the last action. The service judges it, learns from it, and returns the next action or the reason to stop. Repeating the same observation returns the first answer; a different observation of the same step fails with CONFLICT.',
  })
  observe(
    @CurrentCaller() caller: Caller,
    @Args('input', { description: 'Result of the last action of the task.' }) input: ObservationInput,
  ): Promise<AdaptiveStep> {
    return this.tasks.observe(caller, input);
  }

  @Needs('writer')
  @Mutation(() => AdaptiveStep, {
    description:
      'Records a judgement as the verdict of a step, and learns from it. A step can be judged once. An agent may judge only steps that are PASSED or UNDECIDED; a person, who needs the role reviewer, may also overrule rules and the LLM. Repeating the same judgement returns the first answer; a different judgement fails with CONFLICT.',
  })
  judgeStep(@CurrentCaller() caller: Caller, @Args() args: JudgeStepArgs): Promise<AdaptiveStep> {
    return this.judgements.judge(caller, args);
  }

  @Needs('writer')
  @Mutation(() => CarriedOut, {
    description:
      'Lets the configured LLM carry out the next action of a task, which must be ai.process. The call does not record a step; pass the documents to observe.',
  })
  carryOut(@CurrentCaller() { namespace }: Caller, @Args() { taskId }: CarryOutArgs): Promise<CarriedOut> {
    return this.tasks.carryOut(namespace, taskId);
  }
}

@Resolver(() => Strategy)
export class StrategyResolver {
  constructor(
    private readonly learned: StrategyService,
    private readonly lists: AdaptiveLists,
  ) {}

  @Needs('reader')
  @Query(() => [Strategy], {
    description:
      'Strategies for this kind of request and for similar objectives, best first; the field `explain` has their scores. If methods are given, the result instead contains all actions that a task with these methods would try, in its order, including untried actions.',
  })
  strategies(@CurrentCaller() caller: Caller, @Args() args: StrategiesArgs): Promise<Strategy[]> {
    return this.learned.strategiesFor(caller, args);
  }

  @Needs('reader')
  @Query(() => StrategyConnection, { description: 'All learned strategies, ordered by id.' })
  learnedStrategies(
    @CurrentCaller() { namespace }: Caller,
    @Args() args: LearnedStrategiesArgs,
  ): Promise<ConnectionOf<Strategy>> {
    return this.lists.strategies(namespace, args);
  }

  @Needs('writer')
  @Mutation(() => Strategy, {
    description:
      'Records one attempt of an agent that works without an adaptive task. Each call counts as one attempt, but repeating a call with the same idempotencyKey does not count again.',
  })
  learnStrategy(@CurrentCaller() caller: Caller, @Args() args: LearnStrategyArgs): Promise<Strategy> {
    return this.learned.learn(caller, args);
  }

  @ResolveField(() => [JSONValue], {
    description:
      'Actions for this kind of request that never succeeded, most often tried first: { method, action, approach, attempts, lastIssue }.',
  })
  async avoidActions(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { pattern }: Strategy,
  ): Promise<Record<string, unknown>[]> {
    const avoided = this.learned.toAvoid(await this.learned.ofPattern(namespace, pattern));
    return avoided.map(({ method, action, approach, attempts, lastIssue }) => ({
      method,
      action,
      approach,
      attempts,
      lastIssue,
    }));
  }
}

@Resolver(() => AdaptiveAction)
export class AdaptiveActionResolver {
  constructor(private readonly learned: StrategyService) {}

  @ResolveField(() => Strategy, {
    nullable: true,
    description: 'Strategy because of which the action was proposed; null if the action never succeeded before.',
  })
  async learnedFrom(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { learnedFromId }: AdaptiveAction,
  ): Promise<Strategy | null> {
    return learnedFromId === null ? null : ((await this.learned.findStrategy(namespace, learnedFromId)) ?? null);
  }
}

@Resolver(() => AdaptiveStep)
export class AdaptiveStepResolver {
  constructor(private readonly learned: StrategyService) {}

  @ResolveField(() => Strategy, {
    nullable: true,
    description:
      'Strategy that the step’s action belongs to, in its current state. Null until the first attempt of the strategy has a verdict; steps that are PASSED or UNDECIDED, and guesses, do not change a strategy.',
  })
  async strategy(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { strategyId }: AdaptiveStep,
  ): Promise<Strategy | null> {
    return (await this.learned.findStrategy(namespace, strategyId)) ?? null;
  }
}
