import { Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { CutSecret } from '../secrets/redaction.model.js';
import { DateTime } from '../common/scalars.js';
import { Knowledge } from '../knowledge/knowledge.model.js';
import { ScoreExplanation } from '../search/search.model.js';

export enum MemoryScope {
  PROJECT = 'PROJECT',
  TEAM = 'TEAM',
  ORG = 'ORG',
}

registerEnumType(MemoryScope, {
  name: 'MemoryScope',
  description: 'Who may see a memory. From narrowest to widest, the scopes are PROJECT, TEAM and ORG.',
  valuesMap: {
    PROJECT: { description: 'Callers of the same project (x-project).' },
    TEAM: { description: 'Callers of the same team (x-team).' },
    ORG: { description: 'All callers of the namespace.' },
  },
});

export enum MemoryScopeFilter {
  PROJECT = 'PROJECT',
  TEAM = 'TEAM',
  ORG = 'ORG',
  ALL = 'ALL',
}

registerEnumType(MemoryScopeFilter, {
  valuesMap: {
    ALL: { description: 'Memories of all scopes.' },
    ORG: { description: 'Memories of the whole namespace.' },
    PROJECT: { description: 'Memories of the caller’s project.' },
    TEAM: { description: 'Memories of the caller’s team.' },
  },
  name: 'MemoryScopeFilter',
  description: 'Filter of memories by their scope. Only memories that the caller may see are returned in any case.',
});

export enum Outcome {
  SUCCESS = 'SUCCESS',
  FAILURE = 'FAILURE',
}

registerEnumType(Outcome, {
  name: 'Outcome',
  description: 'Whether a memory is a pattern to follow or one to avoid.',
  valuesMap: {
    SUCCESS: { description: 'A strategy that worked: follow it.' },
    FAILURE: { description: 'An anti-pattern: avoid it.' },
  },
});

export enum OutcomeFilter {
  SUCCESS = 'SUCCESS',
  FAILURE = 'FAILURE',
  ALL = 'ALL',
}

registerEnumType(OutcomeFilter, {
  valuesMap: {
    ALL: { description: 'All memories.' },
    FAILURE: { description: 'Only anti-patterns.' },
    SUCCESS: { description: 'Only strategies that worked.' },
  },
  name: 'OutcomeFilter',
  description: 'Filter of memories by their outcome.',
});

export enum SignalKind {
  EXPLICIT_FEEDBACK = 'EXPLICIT_FEEDBACK',
  TASK_COMPLETION = 'TASK_COMPLETION',
  CODE_STABILITY = 'CODE_STABILITY',
}

registerEnumType(SignalKind, {
  name: 'SignalKind',
  description: 'What shows whether a memory helped.',
  valuesMap: {
    EXPLICIT_FEEDBACK: { description: 'Somebody said so (+0.30 or −0.20).' },
    TASK_COMPLETION: {
      description: 'The task for which the memory was used was completed (+0.10), or failed (−0.05).',
    },
    CODE_STABILITY: { description: 'The code written with the memory was kept (+0.20), or was reverted (−0.15).' },
  },
});

@ObjectType({ description: 'A turn of a session: something that was said, called or answered.' })
export class SessionTurn {
  @Field(() => ID, { description: 'Id of the session of the turn.' })
  readonly sessionId!: string;

  @Field(() => Int, { description: 'Position of the turn in the session, counted from 1.' })
  readonly number!: number;

  @Field({
    description:
      'Speaker or tool of the turn, such as `user`, `assistant`, `assistant calls Bash` or `result of Bash`; empty for a paragraph of plain text.',
  })
  readonly role!: string;

  @Field({ description: 'Text of the turn, without secrets. Only beginning and end of a long text are shown.' })
  readonly text!: string;

  @Field({ description: 'True if the turn reports a failure.' })
  readonly error!: boolean;
}

@ObjectType({ description: 'The promotion of a memory to a wider scope.' })
export class Promotion {
  @Field(() => MemoryScope, { description: 'Scope before the promotion.' })
  readonly from!: MemoryScope;

  @Field(() => MemoryScope, { description: 'Scope after the promotion.' })
  readonly to!: MemoryScope;

  @Field(() => String, { nullable: true, description: 'Agent that promoted the memory (x-agent).' })
  readonly agent!: string | null;

  @Field({ description: 'Project of the caller that promoted the memory (x-project).' })
  readonly project!: string;

  @Field(() => DateTime, { description: 'Time of the promotion.' })
  readonly at!: Date;
}

@ObjectType({
  implements: () => [Knowledge],
  description:
    'A strategy or anti-pattern that agents recorded or that was distilled from a session. The fields trust and confidence are the same number: its value after the last evidence, minus 0.05 for every 30 days since then.',
})
export class Memory extends Knowledge {
  @Field({ description: 'When or why to apply the memory. Secrets were removed before it was stored.' })
  readonly description!: string;

  @Field({ description: 'The steps or the explanation. Secrets were removed before they were stored.' })
  readonly content!: string;

  @Field(() => Outcome, {
    description: 'Whether the memory is a pattern to follow (SUCCESS) or one to avoid (FAILURE).',
  })
  readonly outcome!: Outcome;

  @Field(() => [String], { description: 'Tags, without repetitions.' })
  readonly tags!: readonly string[];

  @Field(() => Float, { description: 'Current confidence, in [0,1].' })
  readonly confidence!: number;

  @Field(() => Int, {
    description:
      'How often memorySearch returned the memory or a context contained it. The number is updated within seconds.',
  })
  readonly usageCount!: number;

  @Field(() => MemoryScope, { description: 'Who may see the memory.' })
  readonly scope!: MemoryScope;

  @Field({ description: 'Project in which the memory was recorded. The scope decides who may see the memory.' })
  readonly project!: string;

  @Field({ description: 'Team that may see the memory, if its scope is TEAM; otherwise null.' })
  readonly team!: string;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'Time at which the memory was archived because its confidence had become too low. Searches leave archived memories out. Null if the memory is not archived.',
  })
  readonly archivedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Id of the session from which the memory was distilled; null if the memory was recorded.',
  })
  readonly sourceSession!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of an earlier memory of the same scope with the same content; null if there is none.',
  })
  readonly duplicateOf!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the memory that this memory was merged into and now refers to; null if it was not merged.',
  })
  readonly mergedInto!: string | null;

  @Field(() => [ID], {
    description:
      'Ids of memories that were merged into this memory, in order. Each of these ids now refers to this memory.',
  })
  readonly mergedFrom!: readonly string[];

  @Field(() => [Promotion], { description: 'Promotions of the memory to a wider scope, oldest first.' })
  readonly promotions!: readonly Promotion[];
}

/** Fields that hold one text; each memory has them. */
export const CONTENT_TEXTS = ['title', 'description', 'content'] as const;

/**
 * What a memory says: redaction, hashes, versions, edits and undos take its fields from here. They are in the order in
 * which requests are hashed.
 */
export const CONTENT_FIELDS = [...CONTENT_TEXTS, 'outcome', 'tags'] as const;

/** What the caller or the distillation states; the rest of a memory follows from it or is counted. */
export type MemoryContent = Pick<Memory, (typeof CONTENT_FIELDS)[number]>;

@ObjectType({ description: 'One page of a list.' })
export class MemoryConnection extends Connection(Memory) {}

@ObjectType({ description: 'Result of recording a memory.' })
export class RecordedMemory {
  @Field(() => ID, { description: 'Id of the memory.' })
  readonly id!: string;

  @Field({ description: 'Result in one sentence.' })
  readonly message!: string;

  @Field(() => Float, { description: 'Initial confidence of the memory, in [0,1].' })
  readonly initialConfidence!: number;

  @Field(() => Memory, { description: 'The memory as it is stored.' })
  readonly memory!: Memory;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the first memory of the same scope that says the same: it has the same outcome, and its content differs at most in notation. Null if there is none.',
  })
  readonly duplicateOf!: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the newest earlier memory of the same scope with the same title and another outcome or content; null if there is none. Both are shown, the newer first. If the new one replaces it, record it with `supersedes`.',
  })
  readonly sameTitle!: string | null;

  @Field(() => [CutSecret], {
    description: 'Secrets that were removed from the memory before it was stored; usually empty.',
  })
  readonly redacted!: readonly CutSecret[];
}

@ObjectType({ description: 'A memory that a search found.' })
export class MemoryHit {
  @Field(() => Memory, { description: 'The memory.' })
  readonly memory!: Memory;

  @Field(() => Float, { description: 'Relevance of the memory in [0,1], relative to the best hit of this query.' })
  readonly relevance!: number;

  @Field(() => Float, {
    description: 'Score by which the hits are ordered: relevance · confidence · weight of the scope.',
  })
  readonly score!: number;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the newest other memory of the same scope with the same title and another outcome or content. Of two such hits, the newer comes first.',
  })
  readonly sameTitle!: string | null;

  @Field(() => ScoreExplanation, { description: 'Parts of the score.' })
  readonly explain!: ScoreExplanation;
}

@ObjectType({ description: 'Memories that a search found, best first.' })
export class MemorySearchResult {
  @Field(() => [MemoryHit], {
    description: 'Memories, best first. Of several duplicates, only the best one is returned.',
  })
  readonly memories!: readonly MemoryHit[];

  @Field(() => Int, { description: 'Number of candidates that passed the filters.' })
  readonly totalFound!: number;

  @Field(() => Int, {
    description:
      'Number of tokens (o200k_base) of these memories in the form in which the MCP tool memory_search returns them.',
  })
  readonly tokensUsed!: number;
}

@ObjectType({ description: 'New confidence of a memory, and whether the signal counts yet.' })
export class MemoryFeedbackResult {
  @Field({ description: 'True if the feedback was stored.' })
  readonly success!: boolean;

  @Field(() => Float, { description: 'Confidence of the memory after the signal, in [0,1].' })
  readonly newConfidence!: number;

  @Field({ description: 'False while the signal waits for consensus, for up to seven days.' })
  readonly applied!: boolean;

  @Field({ description: 'Effect of the feedback, in one sentence.' })
  readonly message!: string;

  @Field({
    description:
      'True if the signal that this idempotencyKey recorded has been retracted since. To record it again, use a new key.',
  })
  readonly retracted!: boolean;
}

@ObjectType({ description: 'Result of moving memories to another project.' })
export class MovedMemories {
  @Field(() => Int, { description: 'Number of memories that were moved; 0 if there are none left to move.' })
  readonly moved!: number;
}

/** A turn of a session that supports a memory. */
export interface SupportingTurn {
  readonly namespace: string;
  /** The session's id, '#' and the turn's number. */
  readonly id: string;
  readonly sessionId: string;
  readonly number: number;
  readonly role: string;
  readonly text: string;
  readonly error: boolean;
  /** Visibility of the session. Sharing a memory more widely does not share the turn. */
  readonly visibility: string;
}
