import { ArgsType } from '@nestjs/graphql';
import { Count, Decimal, Id } from '../common/validation.js';

@ArgsType()
export class StartTrialArgs {
  @Id({
    description:
      'Ref of the knowledge (memory:…, item:…) or learning (learning:…) to withhold, or LEARNED: no learnings, and the trust of an untried entry for all.',
  })
  readonly of!: string;

  @Decimal({
    min: 0.05,
    max: 0.95,
    default: 0.5,
    description: 'Share of the sessions from which it is withheld, in [0.05,0.95].',
  })
  readonly share!: number;

  @Count({
    min: 20,
    max: 10_000,
    default: 400,
    description:
      'Number of sessions with an outcome after which the arms are compared, 20–10,000. With 400, a difference of 0.2 is found in 95 of 100 trials.',
  })
  readonly outcomes!: number;
}

@ArgsType()
export class TrialArgs {
  @Id({ description: 'Id of the trial.' })
  readonly id!: string;
}
