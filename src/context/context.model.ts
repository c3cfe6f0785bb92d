import { Extensions, Field, Float, ID, Int, ObjectType } from '@nestjs/graphql';
import { ContextSection } from '../common/context-section.js';
import { DateTime } from '../common/scalars.js';
import { KnowledgeKind } from '../knowledge/knowledge.model.js';
import { Degradation } from '../search/degradation.model.js';
import { SearchHit } from '../search/search.model.js';

@ObjectType({ description: 'What is known about a task, as text for a prompt.' })
export class PromptContext {
  @Field(() => ID, {
    nullable: true,
    description: 'Names this context when it is looked up later; null on a read-only database.',
  })
  readonly receiptId!: string | null;

  @Field({ description: 'The sections, ready for a prompt. The same graph and input give the same text.' })
  readonly text!: string;

  @Field(() => [ContextSection])
  readonly sections!: readonly ContextSection[];

  @Field(() => [SearchHit], { description: 'What was put in, best first.' })
  readonly hits!: readonly SearchHit[];

  @Field(() => Int, { description: 'Hits among the first that were left out because they did not fit in maxTokens.' })
  @Extensions({ minimum: 0 })
  readonly omitted!: number;

  @Field(() => Int, { description: 'Tokens of text (o200k_base), never above maxTokens.' })
  @Extensions({ minimum: 0 })
  readonly tokensUsed!: number;

  @Field(() => [Degradation], { description: 'Why the context is less than it would be otherwise; empty as a rule.' })
  readonly degraded!: readonly Degradation[];
}

@ObjectType({ description: 'One piece of knowledge a context gave, as it was then.' })
export class ReceiptItem {
  @Field(() => KnowledgeKind)
  readonly kind!: KnowledgeKind;

  @Field(() => ID)
  readonly id!: string;

  @Field(() => Float)
  readonly score!: number;

  @Field(() => Float)
  readonly trust!: number;

  @Field(() => Boolean, { nullable: true, description: 'Null as long as no outcome is known.' })
  readonly used!: boolean | null;

  @Field(() => Float, { nullable: true, description: 'Null as long as no outcome is known.' })
  readonly credit!: number | null;
}

@ObjectType({ description: 'What was given to whom, as it was then.' })
export class ContextReceipt {
  @Field(() => ID)
  readonly id!: string;

  @Field({ description: 'Empty where the receipt is hidden.' })
  readonly query!: string;

  @Field(() => String, { nullable: true, description: 'x-agent of the request.' })
  readonly agent!: string | null;

  @Field(() => DateTime)
  readonly at!: Date;

  @Field(() => [ReceiptItem], { description: 'Best first; those deleted since are still named.' })
  readonly items!: readonly ReceiptItem[];

  @Field(() => Boolean, { nullable: true, description: 'Null as long as no outcome is known.' })
  readonly success!: boolean | null;

  @Field({ description: 'Empty where the receipt is hidden.' })
  readonly text!: string;

  @Field(() => [Degradation], { description: 'Why what was given was less than it would have been otherwise.' })
  readonly degraded!: readonly Degradation[];

  @Field({
    description:
      'Whether query and text are withheld, because the text quotes what the caller does not see: memories of another project or team, or what was known about an entity or told in a prompt there.',
  })
  readonly hidden!: boolean;
}
