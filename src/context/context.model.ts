import { Extensions, Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { ContextSection } from '../common/context-section.js';
import { DateTime, JSONValue } from '../common/scalars.js';
import { KnowledgeKind } from '../knowledge/knowledge.model.js';
import { Degradation } from '../search/degradation.model.js';
import { SearchHit } from '../search/search.model.js';

@ObjectType({ description: 'Knowledge about a task, as text for a prompt.' })
export class PromptContext {
  @Field(() => ID, {
    nullable: true,
    description: 'Id to look the context up by, and to report its outcome with; null on a read-only database.',
  })
  readonly receiptId!: string | null;

  @Field({ description: 'The sections, ready for a prompt. The same graph and input give the same text.' })
  readonly text!: string;

  @Field({
    description:
      'Whether nothing in the graph matches the query as well as minMatch requires. Then there are no hits, and if the text would otherwise be empty, it says so.',
  })
  readonly nothingRelevant!: boolean;

  @Field(() => Float, { description: 'Minimum match that the best hit had to reach, in [0,1].' })
  readonly minMatch!: number;

  @Field(() => [ContextSection], { description: 'The parts of the text, in its order.' })
  readonly sections!: readonly ContextSection[];

  @Field(() => [SearchHit], { description: 'Hits that the text contains, best first.' })
  readonly hits!: readonly SearchHit[];

  @Field(() => Int, {
    description: 'Number of the best hits that were left out because they did not fit in maxTokens.',
  })
  @Extensions({ minimum: 0 })
  readonly omitted!: number;

  @Field(() => Int, { description: 'Tokens of text (o200k_base), never above maxTokens.' })
  @Extensions({ minimum: 0 })
  readonly tokensUsed!: number;

  @Field(() => [Degradation], { description: 'Reasons for a degraded context; usually empty.' })
  readonly degraded!: readonly Degradation[];
}

/** State of a share of an outcome. */
export enum CreditState {
  CREDITED = 'CREDITED',
  PENDING = 'PENDING',
  UNDECIDED = 'UNDECIDED',
  UNUSED = 'UNUSED',
  COUNTED = 'COUNTED',
  UNMOVED = 'UNMOVED',
  LOST = 'LOST',
}

registerEnumType(CreditState, {
  name: 'CreditState',
  description: "State of the share of a context's outcome that a piece of knowledge got.",
  valuesMap: {
    CREDITED: { description: 'The share has moved the trust.' },
    PENDING: { description: 'The share is stored, and moves the trust once another voice agrees.' },
    UNDECIDED: { description: 'It is unknown whether this was used, so the share moves nothing.' },
    UNUSED: { description: 'The agent named the knowledge it used, and this was not among it.' },
    COUNTED: { description: 'A step of the plan or a validation of the task already moved this trust.' },
    UNMOVED: { description: 'Outcomes of this kind do not move the trust of this kind of knowledge.' },
    LOST: { description: 'It was deleted, or the caller may not see it.' },
  },
});

@ObjectType({ description: 'Knowledge that a context contained, as it was at that time.' })
export class ReceiptItem {
  @Field(() => KnowledgeKind, { description: 'Kind of knowledge.' })
  readonly kind!: KnowledgeKind;

  @Field(() => ID, { description: 'Id of the knowledge, unique among its kind.' })
  readonly id!: string;

  @Field(() => Float, { description: 'Score at that time, at least 0.' })
  readonly score!: number;

  @Field(() => Float, { description: 'Trust at that time, in [0,1].' })
  readonly trust!: number;

  @Field(() => JSONValue, {
    nullable: true,
    description:
      'The parts of the score at that time: profile, relevance, lexical, vector, graph, trust, estimate, gamma and the other numbers of ScoreExplanation; parts that did not apply are absent. Null for receipts created before these parts were stored.',
  })
  readonly explain!: Readonly<Record<string, unknown>> | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the agent named it as used. Null while no outcome is known, or if the agent named nothing.',
  })
  readonly used!: boolean | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Its share of the outcome, in [0,1]: equal among the used knowledge, otherwise in proportion to the scores. The shares of a receipt sum to 1; with an empty `used` all are 0. Null while no outcome is known.',
  })
  readonly credit!: number | null;

  @Field(() => CreditState, {
    nullable: true,
    description: 'State of the share; null until an outcome is known.',
  })
  readonly creditState!: CreditState | null;
}

@ObjectType({ description: 'Record of a context or planning prompt: what was given to whom, as it was at that time.' })
export class ContextReceipt {
  @Field(() => ID, { description: 'Id to report an outcome with (reportOutcome).' })
  readonly id!: string;

  @Field({ description: 'The query; empty if the receipt is hidden.' })
  readonly query!: string;

  @Field(() => String, { nullable: true, description: 'Agent that sent the request (x-agent).' })
  readonly agent!: string | null;

  @Field(() => ID, { nullable: true, description: 'Session of the agent (x-session).' })
  readonly session!: string | null;

  @Field(() => DateTime, { description: 'Time at which the context was given.' })
  readonly at!: Date;

  @Field(() => [ReceiptItem], { description: 'Given knowledge, best first, including what was deleted since.' })
  readonly items!: readonly ReceiptItem[];

  @Field(() => Boolean, { nullable: true, description: 'Reported outcome; null until one is reported.' })
  readonly success!: boolean | null;

  @Field(() => DateTime, { nullable: true, description: 'Time at which the outcome was reported.' })
  readonly outcomeAt!: Date | null;

  @Field(() => ID, { nullable: true, description: 'The plan that was finished with the outcome.' })
  readonly planId!: string | null;

  @Field(() => ID, { nullable: true, description: 'The adaptive task that ended with the outcome.' })
  readonly taskId!: string | null;

  @Field(() => JSONValue, {
    nullable: true,
    description:
      'Exclusions that the request asked for: { sessions, plans, tasks, receipts }. Null if there were none.',
  })
  readonly exclude!: unknown;

  @Field({ description: 'The text; empty if the receipt is hidden, or if knowledge that it quoted was deleted.' })
  readonly text!: string;

  @Field({
    description:
      'Whether the text was removed: knowledge that it quoted was deleted, or it is older than RECEIPT_RETENTION.',
  })
  readonly quotesDeleted!: boolean;

  @Field(() => [Degradation], { description: 'Reasons why less was given than would have been otherwise.' })
  readonly degraded!: readonly Degradation[];

  @Field({
    description:
      'Whether query and text are withheld, because the text quotes something that the caller may not see: memories of another project or team, or knowledge about an entity or from a prompt there.',
  })
  readonly hidden!: boolean;
}

@ObjectType({ description: 'One page of a list.' })
export class ContextReceiptConnection extends Connection(ContextReceipt) {}
