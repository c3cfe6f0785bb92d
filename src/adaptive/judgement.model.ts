import { Field, ObjectType, registerEnumType } from '@nestjs/graphql';
import { DateTime } from '../common/scalars.js';

export enum Judge {
  AGENT = 'AGENT',
  PERSON = 'PERSON',
}

registerEnumType(Judge, {
  name: 'Judge',
  description: 'Who may decide the verdict of a step.',
  valuesMap: {
    AGENT: { description: 'An agent, which may judge only steps that are PASSED or UNDECIDED.' },
    PERSON: {
      description:
        'A person, who may also overrule rules and the LLM. Needs a key with the role reviewer or admin, unless the service requires no key.',
    },
  },
});

@ObjectType({ description: 'Judgement of a step by an agent or a person.' })
export class StepJudgement {
  @Field({ description: 'True if the step delivered what was asked for.' })
  readonly success!: boolean;

  @Field({ description: 'Reason that the agent or person gave.' })
  readonly reason!: string;

  @Field(() => Judge, { description: 'Whether an agent or a person judged.' })
  readonly by!: Judge;

  @Field({
    description: 'Id of the API key of the judge; "no key" if the service requires none; "key" if it has no id.',
  })
  readonly key!: string;

  @Field(() => DateTime, { description: 'Time of the judgement.' })
  readonly at!: Date;
}
