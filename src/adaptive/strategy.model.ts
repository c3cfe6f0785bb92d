import { Field, Float, Int, ObjectType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime, JSONValue } from '../common/scalars.js';
import { Knowledge } from '../knowledge/knowledge.model.js';

@ObjectType({
  description: 'Rank of an action and its parts: score = relevance · recency · (trust + exploration).',
})
export class ActionScore {
  @Field(() => Float, { description: 'Score by which actions are ordered.' })
  readonly score!: number;

  @Field(() => Float, {
    description:
      'In [0,1]: ½ if the action was tried for the same kind of request, plus ½ of the best match among the objectives it was tried for. An untried action has the relevance of the most relevant action.',
  })
  readonly relevance!: number;

  @Field(() => Float, { description: 'In (0,1]: halves in each ADAPTIVE_HALF_LIFE_DAYS since the last attempt.' })
  readonly recency!: number;

  @Field(() => Float, {
    description:
      'In (0,1): estimate from attempts for similar requests, with attempts for other requests as the prior. It equals the trust of the strategy, (successes + 1) / (attempts + 2), if all or none of its attempts are similar.',
  })
  readonly trust!: number;

  @Field(() => Float, {
    description: 'Bonus of an action with n of all N attempts: c·√(ln(1+N)/(1+n)), c = ADAPTIVE_EXPLORATION.',
  })
  readonly exploration!: number;

  @Field({ description: 'True if it succeeded in its last attempt for an equal request; such actions come first.' })
  readonly servedEqual!: boolean;
}

@ObjectType({ description: 'Instruction and parameters with which an action last succeeded.' })
export class WorkedTry {
  @Field(() => String, { nullable: true, description: 'Instruction in its parameters; null if there was none.' })
  readonly instruction!: string | null;

  @Field(() => JSONValue, { nullable: true, description: 'Its parameters, with long texts cut; null if too long.' })
  readonly parameters!: Readonly<Record<string, unknown>> | null;
}

@ObjectType({
  implements: () => [Knowledge],
  description: 'Record of one action with one approach for one kind of request.',
})
export class Strategy extends Knowledge {
  @Field({ description: 'Kind of request, such as numbers_request.' })
  readonly pattern!: string;

  @Field(() => JSONValue, {
    nullable: true,
    description: 'The action { method, action, approach }; null while it never succeeded.',
  })
  readonly successfulAction!: Readonly<Record<string, string>> | null;

  @Field(() => Float, {
    description: 'Share of the attempts that succeeded, in [0,1]; trust is the estimate to rank by.',
  })
  readonly successRate!: number;

  @Field(() => Int, { description: 'Number of judged attempts.' })
  readonly attempts!: number;

  @Field(() => String, { nullable: true, description: 'Problem of its last failure; null if it never failed.' })
  readonly lastIssue!: string | null;

  @Field(() => DateTime, { description: 'Time of the last attempt; 1970 if there was none.' })
  readonly lastUpdated!: Date;

  @Field(() => String, {
    nullable: true,
    description:
      'The change that made it succeed after failures, in one sentence: "Ask for the data itself, not for code".',
  })
  readonly learned!: string | null;

  @Field(() => WorkedTry, { nullable: true, description: 'Last successful try; null if no task succeeded with it.' })
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
