import { ArgsType, InputType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Choice, Count, Decimal, Flag, Id, IdempotencyKey, Inputs, Text, Texts } from '../common/validation.js';
import { MemoryScope, MemoryScopeFilter, Outcome, OutcomeFilter, SignalKind } from './memories.model.js';

/** Limits of input, shared by GraphQL and MCP. */
export const MEMORY = {
  query: { max: 100_000 },
  title: { max: 200 },
  description: { max: 2_000 },
  content: { max: 20_000 },
  tags: { maxEntries: 20, max: 64 },
  comment: { max: 10_000 },
  /**
   * Schema limits. The configured maximum of a search is MEMORY_SEARCH_MAX_LIMIT, its default
   * MEMORY_SEARCH_DEFAULT_LIMIT.
   */
  first: { min: 1, max: 1_000 },
  minConfidence: { min: 0, max: 1, default: 0.5 },
  similar: { min: 1, max: 50, default: 5 },
  judgements: { maxEntries: 100 },
} as const;

const SESSION = 'Session of the agent, instead of x-session. Signals of two sessions are two voices.';

@InputType({ description: 'A memory to record.' })
export class MemoryInput {
  @Text({ max: MEMORY.title.max, description: 'Short, descriptive title.' })
  readonly title!: string;

  @Text({ max: MEMORY.description.max, description: 'When or why to apply this strategy.' })
  readonly description!: string;

  @Text({ max: MEMORY.content.max, description: 'Detailed steps or approach.' })
  readonly content!: string;

  @Choice(() => Outcome, { description: 'Whether this is a pattern to follow or one to avoid.' })
  readonly outcome!: Outcome;

  @Texts({ optional: true, ...MEMORY.tags, description: 'Tags to sort memories by.' })
  readonly tags?: readonly string[];

  @Choice(() => MemoryScope, { default: MemoryScope.PROJECT, description: 'Who sees the memory.' })
  readonly scope!: MemoryScope;

  @IdempotencyKey()
  readonly idempotencyKey?: string;
}

@ArgsType()
export class EditMemoryArgs {
  @Id({ description: 'Id of the memory.' })
  readonly id!: string;

  @Text({ optional: true, max: MEMORY.title.max, description: 'What is not given stays as it is.' })
  readonly title?: string;

  @Text({ optional: true, max: MEMORY.description.max, description: 'When or why to apply this strategy.' })
  readonly description?: string;

  @Text({ optional: true, max: MEMORY.content.max, description: 'Detailed steps or approach.' })
  readonly content?: string;

  @Choice(() => Outcome, { optional: true, description: 'Whether this is a pattern to follow or one to avoid.' })
  readonly outcome?: Outcome;

  @Texts({ optional: true, ...MEMORY.tags, description: 'All tags from then on.' })
  readonly tags?: readonly string[];

  @Count({ optional: true, min: 1, description: 'Version that is edited; a CONFLICT where there is a later one.' })
  readonly version?: number;
}

@InputType({ description: 'A signal that a memory helped or did not.' })
export class SignalInput {
  @Id({ description: 'Id of the memory.' })
  readonly memoryId!: string;

  @Choice(() => SignalKind, { description: 'Kind of an observation.' })
  readonly kind!: SignalKind;

  @Flag({ description: 'Whether the task was completed, or the code stayed.' })
  readonly positive!: boolean;

  @Text({ optional: true, min: 0, max: MEMORY.comment.max, description: 'Optional remark.' })
  readonly comment?: string;

  @IdempotencyKey()
  readonly idempotencyKey?: string;

  @Id({ optional: true, description: SESSION })
  readonly session?: string;
}

@InputType({ description: 'A verdict by an agent or a person on a step that was not decided.' })
export class JudgementInput {
  @Id({ description: 'Id of the memory.' })
  readonly memoryId!: string;

  @Flag({ description: 'Whether the memory was helpful.' })
  readonly helpful!: boolean;

  @Text({ optional: true, min: 0, max: MEMORY.comment.max, description: 'Optional remark.' })
  readonly comment?: string;
}

@ArgsType()
export class JudgeMemoriesArgs {
  @Inputs(() => JudgementInput, {
    minEntries: 1,
    maxEntries: MEMORY.judgements.maxEntries,
    description: 'Judgements of memories, 1–100; all are recorded, or none.',
  })
  readonly judgements!: readonly JudgementInput[];

  @IdempotencyKey()
  readonly idempotencyKey?: string;

  @Id({ optional: true, description: SESSION })
  readonly session?: string;
}

@ArgsType()
export class MemorySearchArgs {
  @Text({
    min: 0,
    max: MEMORY.query.max,
    description: 'The task or question, in plain words; nothing in it is an operator.',
  })
  readonly query!: string;

  @Choice(() => MemoryScopeFilter, { default: MemoryScopeFilter.ALL, description: 'Scope to search within.' })
  readonly scope!: MemoryScopeFilter;

  @Choice(() => OutcomeFilter, { default: OutcomeFilter.ALL, description: 'Filter by outcome.' })
  readonly outcome!: OutcomeFilter;

  @Count({
    ...MEMORY.first,
    optional: true,
    formerly: 'limit',
    agentName: 'limit',
    description:
      'Maximum number of memories, from 1 to the setting MEMORY_SEARCH_MAX_LIMIT (20); default the setting MEMORY_SEARCH_DEFAULT_LIMIT (5).',
  })
  readonly first?: number;

  @Decimal({ ...MEMORY.minConfidence, description: 'Minimum confidence at this moment, in [0,1].' })
  readonly minConfidence!: number;

  @Texts({ optional: true, ...MEMORY.tags, description: 'Only memories with one of these tags.' })
  readonly tags?: readonly string[];
}

@ArgsType()
export class MemoryArgs {
  @Id({ agentName: 'memory_id', description: 'Id of the memory.' })
  readonly id!: string;
}

@ArgsType()
export class MemoriesArgs extends PageArgs(20) {
  @Choice(() => MemoryScopeFilter, { default: MemoryScopeFilter.ALL, description: 'Only memories of this scope.' })
  readonly scope!: MemoryScopeFilter;

  @Flag({ default: false, description: 'If true, lists archived memories instead of active ones.' })
  readonly archived!: boolean;
}

@ArgsType()
export class SimilarArgs {
  @Count({ ...MEMORY.similar, description: 'Maximum number of memories.' })
  readonly first!: number;
}

@ArgsType()
export class MemoryFeedbackArgs {
  @Id({ description: 'Id of the memory.' })
  readonly memoryId!: string;

  @Flag({ description: 'Whether the memory was helpful.' })
  readonly helpful!: boolean;

  @Text({ optional: true, min: 0, max: MEMORY.comment.max, description: 'Optional remark.' })
  readonly comment?: string;

  @IdempotencyKey()
  readonly idempotencyKey?: string;

  @Id({ optional: true, description: SESSION })
  readonly session?: string;
}

@ArgsType()
export class PromoteMemoryArgs {
  @Id({ agentName: 'memory_id', description: 'Id of the memory.' })
  readonly id!: string;

  @Choice(() => MemoryScope, {
    // PROJECT is the narrowest scope, so a promotion never leads to it.
    unlisted: [MemoryScope.PROJECT],
    description: 'Who is to see it.',
  })
  readonly scope!: MemoryScope;
}
