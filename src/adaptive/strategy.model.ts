import { Field, Float, Int, ObjectType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime, JSONValue } from '../common/scalars.js';
import { Knowledge } from '../knowledge/knowledge.model.js';

@ObjectType({
  description:
    'The score by which actions are ranked, and its parts: score = relevance · recency · (trust + exploration).',
})
export class ActionScore {
  @Field(() => Float, { description: 'Score by which actions are ordered, highest first.' })
  readonly score!: number;

  @Field(() => Float, {
    description:
      'How well the earlier attempts of the action fit the request, in [0,1]: ½ if the action was tried for the same kind of request, plus ½ of the best match with an objective it was tried for. An untried action gets the relevance of the most relevant action.',
  })
  readonly relevance!: number;

  @Field(() => Float, {
    description: 'Factor in (0,1] for the time since the last attempt. It halves every 180 days.',
  })
  readonly recency!: number;

  @Field(() => Float, {
    description:
      'Estimated success rate for this request, in (0,1). Attempts for similar requests are the evidence, attempts for other requests the prior. If all or none of the attempts were for similar requests, it equals the trust of the strategy: (successes + 1) / (attempts + 2).',
  })
  readonly trust!: number;

  @Field(() => Float, {
    description:
      'Bonus for an action that was rarely tried: c·√(ln(1+N)/(1+n)), with n attempts of this action, N attempts of all actions, and c = ADAPTIVE_EXPLORATION.',
  })
  readonly exploration!: number;

  @Field({
    description:
      'True if the last attempt of the action for an equal request succeeded. Such actions are ordered before all others.',
  })
  readonly servedEqual!: boolean;
}

@ObjectType({ description: 'Instruction and parameters with which an action last succeeded.' })
export class WorkedTry {
  @Field(() => String, {
    nullable: true,
    description: 'Instruction in the parameters of the action; null if there was none.',
  })
  readonly instruction!: string | null;

  @Field(() => JSONValue, {
    nullable: true,
    description: 'Parameters of the action, with long texts shortened; null if they were too long to be stored.',
  })
  readonly parameters!: Readonly<Record<string, unknown>> | null;

  @Field(() => String, { nullable: true, description: 'The request for which it succeeded, shortened.' })
  readonly objective!: string | null;
}

@ObjectType({
  implements: () => [Knowledge],
  description: 'An action with an approach for a kind of request, and the results of its attempts.',
})
export class Strategy extends Knowledge {
  @Field({ description: 'Kind of request, such as numbers_request.' })
  readonly pattern!: string;

  @Field(() => JSONValue, {
    nullable: true,
    description: 'The action as { method, action, approach }; null if it never succeeded.',
  })
  readonly successfulAction!: Readonly<Record<string, string>> | null;

  @Field(() => Float, {
    description: 'Share of the attempts that succeeded, in [0,1]. The ranking uses the trust instead.',
  })
  readonly successRate!: number;

  @Field(() => Int, { description: 'Number of judged attempts.' })
  readonly attempts!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Problem of the last failed attempt; null if no attempt failed.',
  })
  readonly lastIssue!: string | null;

  @Field(() => String, { nullable: true, description: 'The request of `lastIssue`, shortened.' })
  readonly lastIssueFor!: string | null;

  @Field(() => DateTime, { description: 'Time of the last attempt; in the year 1970 if there was none.' })
  readonly lastUpdated!: Date;

  @Field(() => String, {
    nullable: true,
    description:
      'The change of approach that led to success after failures, in one sentence, such as "Ask for the data itself, not for code".',
  })
  readonly learned!: string | null;

  @Field(() => String, { nullable: true, description: 'The request of `learned`, shortened.' })
  readonly learnedFor!: string | null;

  @Field(() => WorkedTry, {
    nullable: true,
    description: 'The last successful attempt; null if no task succeeded with this strategy.',
  })
  readonly worked!: WorkedTry | null;

  @Field(() => ActionScore, { nullable: true, description: 'Score in the result of `strategies`; otherwise null.' })
  readonly explain!: ActionScore | null;

  // Not in the schema.
  /** Weight of outcomes of contexts that counted in addition to attempts; null if there were none. */
  readonly credited!: number | null;
  readonly creditedSuccesses!: number | null;
  readonly method!: string;
  readonly action!: string;
  readonly approach!: string;
  readonly successes!: number;
  /** A few of the requests it was tried for, oldest first. */
  readonly objectives!: readonly string[];
}

@ObjectType({ description: 'One page of a list.' })
export class StrategyConnection extends Connection(Strategy) {}
