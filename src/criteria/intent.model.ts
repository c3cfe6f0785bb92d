import { Extensions, Field, Float, ObjectType } from '@nestjs/graphql';
import { JSONValue } from '../common/scalars.js';
import type { CheckInput } from './criteria.inputs.js';
import { CheckedBy } from './criteria.js';

@ObjectType({ description: 'Minimum quality that a request asks for.' })
export class QualityRequirements {
  @Field(() => Float, { description: 'Minimum correct share of the delivered content, in [0,1].' })
  readonly accuracy!: number;

  @Field(() => Float, { description: 'Minimum delivered share of the requested content, in [0,1].' })
  readonly completeness!: number;
}

@ObjectType('IntentCriterion', { description: 'One condition that a result has to fulfil, in words and as a check.' })
export class Criterion {
  @Field({ description: 'The criterion in words.' })
  readonly text!: string;

  @Field(() => JSONValue, { description: 'Its check, in the form of CheckInput.' })
  @Extensions({ type: 'object' })
  readonly check!: CheckInput;

  @Field({
    description: 'True if the caller stated it, or the request was read to its last word; false for a guess.',
  })
  readonly stated!: boolean;
}

@ObjectType({ description: 'The result that a user asks for, as analysed from the prompt.' })
export class Intent {
  @Field({
    description:
      'Type of the requested data: numbers, list, table, json, document, analysis, code, text, or another name from the LLM.',
  })
  readonly dataType!: string;

  @Field({
    description:
      'Format of the requested data: raw_data (the values in any readable notation), json, csv, markdown, markdown_table, html, xml, code, text, document, pdf, docx, xlsx, pptx, or another name from the LLM.',
  })
  readonly expectedFormat!: string;

  @Field(() => [String], { description: 'The criteria in words: "first 1000", "prime numbers".' })
  readonly successCriteria!: readonly string[];

  @Field(() => [Criterion], { description: 'The criteria with their checks, in the same order.' })
  readonly criteria!: readonly Criterion[];

  @Field(() => [String], {
    description:
      'Words of the request that no rule reads. If there are any, type, format and criteria of the request are guesses: they refuse only what is certainly wrong, and certify nothing.',
  })
  readonly unread!: readonly string[];

  @Field(() => QualityRequirements, { description: 'Minimum accuracy and completeness that the request asks for.' })
  readonly qualityRequirements!: QualityRequirements;

  @Field(() => CheckedBy, { description: 'Whether rules or the LLM analysed the request: RULES or MODEL.' })
  readonly decidedBy!: CheckedBy;

  @Field(() => String, {
    nullable: true,
    description: 'Why rules were used although an LLM is configured; null otherwise.',
  })
  readonly note!: string | null;

  /** What a request with unread words names beyond doubt; content without it is refused. */
  readonly names!: Named;
}

export interface Named {
  /** The data type was recognised, not assumed. */
  readonly isRecognised: boolean;
  /** The request mentions code or a language, so that code may be wanted whatever its data type. */
  readonly mentionsCode: boolean;
  /** `array` or `object`, if the request names one in JSON. */
  readonly json?: 'array' | 'object';
}
