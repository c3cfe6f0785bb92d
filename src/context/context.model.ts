import { Extensions, Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { ContextSection } from '../common/context-section.js';
import { DateTime, JSONValue } from '../common/scalars.js';
import { Delivery } from '../common/delivery.js';
import { Verification } from '../common/verification.js';
import { KnowledgeKind } from '../knowledge/knowledge.model.js';
import { Degradation } from '../embedding/degradation.model.js';
import { SearchHit } from '../search/search.model.js';
import { DrawnTrial } from '../trials/trials.model.js';

@ObjectType({ description: 'Knowledge about a task, as text for a prompt.' })
export class PromptContext {
  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the receipt of this context, with which its outcome is reported (reportOutcome). Null for a preview and on a read-only database.',
  })
  readonly receiptId!: string | null;

  @Field({
    description:
      'Text with all sections, to be put into a prompt. The same graph and the same input always give the same text.',
  })
  readonly text!: string;

  @Field({
    description:
      'True if no hit reached minMatch. Then there are no hits, and a text without other sections says that nothing relevant is known.',
  })
  readonly nothingRelevant!: boolean;

  @Field(() => Float, { description: 'Match that the best hit had to reach, in [0,1].' })
  readonly minMatch!: number;

  @Field(() => Float, {
    description: 'Match that the other hits had to reach, unless links to better hits brought them, in [0,1].',
  })
  readonly minMatchOfOthers!: number;

  @Field(() => Float, { description: 'Minimum trust that hits had to have, in [0,1].' })
  readonly minTrust!: number;

  @Field(() => [ContextSection], { description: 'Sections of the text, in their order.' })
  readonly sections!: readonly ContextSection[];

  @Field(() => [SearchHit], { description: 'Hits that the text contains, best first.' })
  readonly hits!: readonly SearchHit[];

  @Field(() => [String], {
    nullable: true,
    description: 'The mark above each of `hits` in the text, such as k1; null unless `cite` asked for marks.',
  })
  readonly marks!: readonly string[] | null;

  @Field(() => Int, {
    description: 'Number of hits that were left out because the text would have exceeded maxTokens.',
  })
  @Extensions({ minimum: 0 })
  readonly omitted!: number;

  @Field(() => Int, { description: 'Number of tokens of the text (o200k_base). It never exceeds maxTokens.' })
  @Extensions({ minimum: 0 })
  readonly tokensUsed!: number;

  @Field(() => [Degradation], { description: 'Reasons for a degraded context; usually empty.' })
  readonly degraded!: readonly Degradation[];
}

registerEnumType(Delivery, {
  name: 'Delivery',
  description: 'How the text of a context reached the agent.',
  valuesMap: {
    HOOK: { description: 'A hook of a connected agent put it before the prompt.' },
    TOOL: { description: 'A tool (MCP) returned it.' },
    HTTP: { description: 'GraphQL or plain HTTP returned it.' },
    NO: { description: 'It was made too late, or it is not known whether it arrived.' },
  },
});

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
  description: "What happened to the share of a context's outcome that was credited to a piece of knowledge.",
  valuesMap: {
    CREDITED: { description: 'The share has changed the trust.' },
    PENDING: { description: 'The share is stored. It changes the trust as soon as another agent or session agrees.' },
    UNDECIDED: { description: 'It is unknown whether this knowledge was used, so the share changes nothing.' },
    UNUSED: { description: 'The agent named the knowledge that it used, and this knowledge was not part of it.' },
    COUNTED: {
      description:
        'A step of the plan or a validation of the task has already changed this trust, so the share changes nothing.',
    },
    UNMOVED: { description: 'Such an outcome does not change the trust of this kind of knowledge, or the share is 0.' },
    LOST: { description: 'The knowledge was deleted, or the caller may not see it.' },
  },
});

@ObjectType({ description: 'Knowledge that a context contained, as it was at that time.' })
export class ReceiptItem {
  @Field(() => KnowledgeKind, { description: 'Kind of knowledge.' })
  readonly kind!: KnowledgeKind;

  @Field(() => ID, { description: 'Id of the knowledge, unique among knowledge of the same kind.' })
  readonly id!: string;

  @Field(() => Float, { description: 'Score of the knowledge at that time, at least 0.' })
  readonly score!: number;

  @Field(() => Float, { description: 'Trust of the knowledge at that time, in [0,1].' })
  readonly trust!: number;

  @Field(() => JSONValue, {
    nullable: true,
    description:
      'Parts of the score at that time, with the names of ScoreExplanation, such as profile, relevance, lexical and trust. Parts that did not apply are absent. Null for receipts that were created before these parts were stored.',
  })
  readonly explain!: Readonly<Record<string, unknown>> | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the agent named this knowledge as used. Null until an outcome is known, or if the agent did not name any knowledge.',
  })
  readonly used!: boolean | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Share of the outcome, in [0,1]. If the agent named the knowledge that it used, this knowledge shares the outcome equally; otherwise all shares are in proportion to the scores. The shares of a receipt sum to 1; if the agent used nothing, all are 0. Null until an outcome is known.',
  })
  readonly credit!: number | null;

  @Field(() => CreditState, {
    nullable: true,
    description: 'State of the share; null until an outcome is known.',
  })
  readonly creditState!: CreditState | null;
}

@ObjectType({
  description: 'Record of a context or planning prompt: which knowledge an agent received, as it was at that time.',
})
export class ContextReceipt {
  @Field(() => ID, { description: 'Id of the receipt. Pass it to reportOutcome.' })
  readonly id!: string;

  @Field({ description: 'The query.' })
  readonly query!: string;

  @Field(() => String, { nullable: true, description: 'Agent that sent the request (x-agent).' })
  readonly agent!: string | null;

  @Field(() => ID, { nullable: true, description: 'Session of the agent (x-session).' })
  readonly session!: string | null;

  @Field(() => DateTime, { description: 'Time at which the context was given.' })
  readonly at!: Date;

  @Field(() => [ReceiptItem], {
    description: 'Knowledge that the context contained, best first. Knowledge that was deleted since is included.',
  })
  readonly items!: readonly ReceiptItem[];

  @Field(() => Boolean, { nullable: true, description: 'Reported outcome; null until one is reported.' })
  readonly success!: boolean | null;

  @Field(() => DateTime, { nullable: true, description: 'Time at which the outcome was reported; null before.' })
  readonly outcomeAt!: Date | null;

  @Field(() => Verification, { nullable: true, description: 'Who verified the outcome; null before it is reported.' })
  readonly verification!: Verification | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the plan that was finished when the outcome was reported; null if there was none.',
  })
  readonly planId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the adaptive task that ended with the outcome; null if there was none.',
  })
  readonly taskId!: string | null;

  @Field(() => JSONValue, {
    nullable: true,
    description:
      'Exclusions that the request asked for: { sessions, plans, tasks, receipts }. Null if there were none.',
  })
  readonly exclude!: unknown;

  @Field(() => [DrawnTrial], {
    description: 'Trials that the receipt takes part in, by id: those of knowledge that it would contain without them.',
  })
  readonly trials!: readonly DrawnTrial[];

  @Field({ description: 'Text of the context; empty if it was removed.' })
  readonly text!: string;

  @Field({
    description:
      'True if the text was removed, because knowledge that it quoted was deleted, or because the receipt is older than RECEIPT_RETENTION.',
  })
  readonly quotesDeleted!: boolean;

  @Field(() => Delivery, {
    nullable: true,
    description:
      'How the text reached the agent. If it did not (NO), no outcome can be reported. Null for receipts from before it was stored.',
  })
  readonly delivered!: Delivery | null;

  @Field(() => [Degradation], { description: 'Reasons why the context was degraded; usually empty.' })
  readonly degraded!: readonly Degradation[];
}

@ObjectType({ description: 'One page of a list.' })
export class ContextReceiptConnection extends Connection(ContextReceipt) {}
