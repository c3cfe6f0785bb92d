import { Field, Float, ObjectType, registerEnumType } from '@nestjs/graphql';
import { CheckedBy, ValidationVerdict } from './criteria.js';

registerEnumType(CheckedBy, {
  name: 'CheckedBy',
  description: 'Who decided a criterion or a verdict.',
  valuesMap: {
    RULES: { description: 'Rules decided. The same input always gives the same result.' },
    MODEL: { description: 'The configured LLM decided.' },
    AGENT: {
      description: 'An agent decided what was open (judgeStep), or reported that the action failed.',
    },
    PERSON: { description: 'A person decided (judgeStep).' },
    NONE: { description: 'Nobody has decided.' },
  },
});

registerEnumType(ValidationVerdict, {
  name: 'ValidationVerdict',
  description: 'Verdict on the content that an action delivered.',
  valuesMap: {
    SUCCESS: { description: 'Every stated criterion is met, or a judge accepted the content.' },
    PASSED: {
      description:
        'The form holds, but the content was not judged; `open` says what is open. Such a step does not change a strategy.',
    },
    FAILURE: { description: 'Something is wrong or missing, or the action failed.' },
    UNDECIDED: {
      description: 'Nothing was found wrong, and no check holds. Such a step does not change a strategy.',
    },
  },
});

@ObjectType({ description: 'Result of checking one criterion.' })
export class CriterionCheck {
  @Field({ description: 'The criterion, in its own words.' })
  readonly criterion!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the criterion is met; null if that could not be decided.',
  })
  readonly met!: boolean | null;

  @Field(() => CheckedBy, { description: 'Who decided whether the criterion is met.' })
  readonly decidedBy!: CheckedBy;

  @Field(() => String, { nullable: true, description: 'Reason that the LLM, an agent or a person gave.' })
  readonly reason?: string | null;
}

@ObjectType({ description: 'Result of checking delivered content against the intent of its request.' })
export class Validation {
  @Field(() => ValidationVerdict, { description: 'Overall verdict.' })
  readonly verdict!: ValidationVerdict;

  @Field(() => [CriterionCheck], {
    description:
      'One check for each criterion of the intent, in order. If the LLM judged the objective, or an agent or a person the step, a check for the objective comes last.',
  })
  readonly checks!: readonly CriterionCheck[];

  @Field(() => CheckedBy, { description: 'Who decided the verdict; NONE if the verdict is UNDECIDED.' })
  readonly decidedBy!: CheckedBy;

  @Field({ description: 'True if the verdict is SUCCESS.' })
  readonly overallSuccess!: boolean;

  @Field({ description: 'Whether the delivered data type is the requested one.' })
  readonly dataTypeMatch!: boolean;

  @Field({ description: 'Whether the delivered format is the requested one.' })
  readonly formatMatch!: boolean;

  @Field(() => [Boolean], {
    description:
      'One value for each entry of `checks`: true if the criterion is met; false if it is not met or could not be decided.',
  })
  readonly successCriteriaMet!: readonly boolean[];

  @Field(() => Float, {
    description:
      'Quality in [0,1]: (accuracy + completeness) / 2, halved if the format does not match; 0 if the type does not match or no criterion was decided.',
  })
  readonly qualityScore!: number;

  @Field(() => Float, {
    description: 'Correct share of the content, in [0,1]: the mean over the criteria that concern correctness.',
  })
  readonly accuracy!: number;

  @Field(() => Float, {
    description:
      'Delivered share of the requested content, in [0,1]: the mean over the criteria that concern completeness.',
  })
  readonly completeness!: number;

  @Field({
    description:
      'Recognized type of the content: numbers, list, table, json, code, text, html, pdf, word, excel, powerpoint, binary, empty.',
  })
  readonly contentType!: string;

  @Field(() => [String], {
    description:
      'Problems that were found, most important first. They name the numbers and names that are wrong or missing.',
  })
  readonly issues!: readonly string[];

  @Field(() => [String], {
    description: 'What nobody has decided: criteria, and parts of the request. Empty after SUCCESS and FAILURE.',
  })
  readonly open!: readonly string[];

  @Field(() => [String], { description: 'Suggestions for the next attempt.' })
  readonly improvementSuggestions!: readonly string[];

  @Field({
    description:
      'True if the content was refused because of a guess at the request. Such a failure teaches nothing outside its task.',
  })
  readonly isGuess!: boolean;
}
