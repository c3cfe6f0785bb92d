import { Field, Float, Int, ObjectType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime, JSONValue } from '../common/scalars.js';
import { Knowledge } from '../knowledge/knowledge.model.js';

@ObjectType({
  description: 'Why an action stands where it stands: score = relevance · recency · (trust + exploration).',
})
export class ActionScore {
  @Field(() => Float, { description: 'Score that the actions are ordered by.' })
  readonly score!: number;

  @Field(() => Float, {
    description:
      'In [0,1]: ½ for the same kind of request + ½ of the best match among the objectives that it was tried for. What was never tried has that of the most relevant action.',
  })
  readonly relevance!: number;

  @Field(() => Float, { description: 'In (0,1]: halves in each ADAPTIVE_HALF_LIFE_DAYS since the last attempt.' })
  readonly recency!: number;

  @Field(() => Float, {
    description:
      'In (0,1): (successes + 1) / (attempts + 2) of attempts for requests like this one, where those for others stand for what is assumed beforehand; the trust of the strategy where all are like it, or none is.',
  })
  readonly trust!: number;

  @Field(() => Float, {
    description: 'c·√(ln(1+N)/(1+n)), c = ADAPTIVE_EXPLORATION: the bonus of what had n of all N attempts.',
  })
  readonly exploration!: number;

  @Field({ description: 'It served an equal request the last time it was tried for one; such actions come first.' })
  readonly servedEqual!: boolean;
}

@ObjectType({ description: 'What an action succeeded with the last time.' })
export class WorkedTry {
  @Field(() => String, { nullable: true, description: 'What it was told; null where its parameters have none.' })
  readonly instruction!: string | null;

  @Field(() => JSONValue, { nullable: true, description: 'As they were, but for long texts, which are cut.' })
  readonly parameters!: Readonly<Record<string, unknown>> | null;
}

@ObjectType({
  implements: () => [Knowledge],
  description: 'Record of how well one action, carried out in one way, serves one kind of request.',
})
export class Strategy extends Knowledge {
  @Field({ description: 'Kind of request: numbers_request.' })
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

  @Field(() => DateTime, { description: 'Of the last attempt; 1970 where there was none.' })
  readonly lastUpdated!: Date;

  @Field(() => String, {
    nullable: true,
    description: 'One sentence of what made it succeed after it had failed: "Ask for the data itself, not for code".',
  })
  readonly learned!: string | null;

  @Field(() => WorkedTry, { nullable: true, description: 'Null while no task succeeded with it.' })
  readonly worked!: WorkedTry | null;

  @Field(() => ActionScore, { nullable: true, description: 'In the answer of `strategies`; else null.' })
  readonly explain!: ActionScore | null;

  // Not in the schema.
  /** What outcomes of contexts weigh, beside the attempts; null without any. */
  readonly credited!: number | null;
  readonly creditedSuccesses!: number | null;
  readonly method!: string;
  readonly action!: string;
  readonly approach!: string;
  readonly successes!: number;
  /** What it was tried for, oldest first; a few. */
  readonly objectives!: readonly string[];
}

@ObjectType({ description: 'One page of a list.' })
export class StrategyConnection extends Connection(Strategy) {}
