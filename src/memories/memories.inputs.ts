import { ArgsType, InputType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Choice, Count, Decimal, Flag, Id, IdempotencyKey, Inputs, Text, Texts } from '../common/validation.js';
import { MAX_TOKENS, MAX_TOKENS_RULE, MIN_MATCH, MIN_MATCH_RULE } from '../search/search.inputs.js';
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

const SESSION =
  'Session of the agent; it overrides the header x-session. An agent in a session is a voice, whose last signal of a kind counts.';

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

  @Choice(() => MemoryScope, { default: MemoryScope.PROJECT, description: 'Who may see the memory.' })
  readonly scope!: MemoryScope;

  @Id({
    optional: true,
    description:
      'Id of a memory of the same scope that this one replaces. Searches and contexts then return only the new one, which starts with a confidence of its own; the earlier one stays in its history.',
  })
  readonly supersedes?: string;

  @IdempotencyKey()
  readonly idempotencyKey?: string;
}

@ArgsType()
export class EditMemoryArgs {
  @Id({ description: 'Id of the memory.' })
  readonly id!: string;

  @Text({ optional: true, max: MEMORY.title.max, description: 'New title; if absent, the stored one is kept.' })
  readonly title?: string;

  @Text({ optional: true, max: MEMORY.description.max, description: 'When or why to apply this strategy.' })
  readonly description?: string;

  @Text({ optional: true, max: MEMORY.content.max, description: 'Detailed steps or approach.' })
  readonly content?: string;

  @Choice(() => Outcome, { optional: true, description: 'Whether this is a pattern to follow or one to avoid.' })
  readonly outcome?: Outcome;

  @Texts({ optional: true, ...MEMORY.tags, description: 'New list of all tags; if absent, the stored one is kept.' })
  readonly tags?: readonly string[];

  @Count({
    optional: true,
    min: 1,
    description: 'Number of the version to edit. If there is a later version, the call fails with CONFLICT.',
  })
  readonly version?: number;
}

@InputType({ description: 'A judgement on whether a memory was helpful.' })
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
    description: 'Judgements of memories, 1–100. Either all of them are recorded, or none.',
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
    description: 'The task or question, in plain words. Search operators are not supported.',
  })
  readonly query!: string;

  @Choice(() => MemoryScopeFilter, {
    default: MemoryScopeFilter.ALL,
    description: 'Only memories of this scope; default all scopes.',
  })
  readonly scope!: MemoryScopeFilter;

  @Choice(() => OutcomeFilter, {
    default: OutcomeFilter.ALL,
    description: 'Only memories with this outcome; default all.',
  })
  readonly outcome!: OutcomeFilter;

  @Count({
    ...MEMORY.first,
    optional: true,
    agentName: 'limit',
    description:
      'Maximum number of memories. The highest allowed value is the setting MEMORY_SEARCH_MAX_LIMIT (20), and the default is the setting MEMORY_SEARCH_DEFAULT_LIMIT (5).',
  })
  readonly first?: number;

  @Decimal({ ...MEMORY.minConfidence, description: 'Minimum current confidence, in [0,1].' })
  readonly minConfidence!: number;

  @Texts({ optional: true, ...MEMORY.tags, description: 'Only memories with one of these tags.' })
  readonly tags?: readonly string[];

  @Decimal({ default: 0, ...MIN_MATCH, description: MIN_MATCH_RULE })
  readonly minMatch!: number;

  @Count({ optional: true, ...MAX_TOKENS, description: MAX_TOKENS_RULE })
  readonly maxTokens?: number;
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
export class MemorySignalArgs extends MemoryFeedbackArgs {
  @Choice(() => SignalKind, {
    default: SignalKind.EXPLICIT_FEEDBACK,
    description: 'What shows whether the memory was helpful.',
  })
  readonly kind!: SignalKind;
}

@ArgsType()
export class PromoteMemoryArgs {
  @Id({ agentName: 'memory_id', description: 'Id of the memory.' })
  readonly id!: string;

  @Choice(() => MemoryScope, {
    // PROJECT is the narrowest scope, so a promotion never leads to it.
    unlisted: [MemoryScope.PROJECT],
    description: 'New scope of the memory: who may see it.',
  })
  readonly scope!: MemoryScope;
}
