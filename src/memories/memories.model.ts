import { Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { CutSecret } from '../common/redaction.model.js';
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
  description: 'Who sees a memory, narrowest first.',
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
    ALL: { description: 'Memories of every scope that the caller sees.' },
    ORG: { description: 'Memories of the whole namespace.' },
    PROJECT: { description: 'Memories of the caller’s project.' },
    TEAM: { description: 'Memories of the caller’s team.' },
  },
  name: 'MemoryScopeFilter',
  description: 'Memories of exactly this scope, or of all scopes; always only those the caller sees.',
});

export enum Outcome {
  SUCCESS = 'SUCCESS',
  FAILURE = 'FAILURE',
}

registerEnumType(Outcome, {
  name: 'Outcome',
  description: 'How a session or task ended.',
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
    FAILURE: { description: 'Memories of sessions that failed.' },
    SUCCESS: { description: 'Memories of sessions that succeeded.' },
  },
  name: 'OutcomeFilter',
  description: 'Filter of memories by the outcome of their session.',
});

export enum SignalKind {
  TASK_COMPLETION = 'TASK_COMPLETION',
  CODE_STABILITY = 'CODE_STABILITY',
}

registerEnumType(SignalKind, {
  name: 'SignalKind',
  description: 'Signal on a memory without an explicit judgement.',
  valuesMap: {
    TASK_COMPLETION: { description: 'The task it was used for was completed (+0.10), or failed (−0.05).' },
    CODE_STABILITY: { description: 'The code written with it stayed (+0.20), or was reverted (−0.15).' },
  },
});

@ObjectType({ description: 'A turn of a session: something that was said, called or answered.' })
export class SessionTurn {
  @Field(() => ID, { description: 'Session of the turn.' })
  readonly sessionId!: string;

  @Field(() => Int, { description: 'Its place in the session, from 1.' })
  readonly number!: number;

  @Field({
    description: 'Who or what: `user`, `assistant`, `assistant calls Bash`, `result of Bash`; empty for a paragraph.',
  })
  readonly role!: string;

  @Field({ description: 'Without secrets; of a long one the beginning and the end.' })
  readonly text!: string;

  @Field({ description: 'Whether it tells of a failure.' })
  readonly error!: boolean;
}

@ObjectType({ description: 'One raise of the scope of a memory.' })
export class Promotion {
  @Field(() => MemoryScope, { description: 'Scope before.' })
  readonly from!: MemoryScope;

  @Field(() => MemoryScope, { description: 'Scope after.' })
  readonly to!: MemoryScope;

  @Field(() => String, { nullable: true, description: 'Agent that raised it (x-agent).' })
  readonly agent!: string | null;

  @Field({ description: 'The project it was raised from (x-project).' })
  readonly project!: string;

  @Field(() => DateTime, { description: 'Time of the promotion.' })
  readonly at!: Date;
}

@ObjectType({
  implements: () => [Knowledge],
  description:
    'A strategy or anti-pattern that agents recorded or that was distilled from a session. trust and confidence are the same number: what evidence left of it, less 0.05 for each 30 days since.',
})
export class Memory extends Knowledge {
  @Field({ description: 'When or why to apply it; secrets are cut out.' })
  readonly description!: string;

  @Field({ description: 'The steps or the explanation; secrets are cut out.' })
  readonly content!: string;

  @Field(() => Outcome, { description: 'How the session ended that the memory comes from.' })
  readonly outcome!: Outcome;

  @Field(() => [String], { description: 'Tags, without repetitions.' })
  readonly tags!: readonly string[];

  @Field(() => Float, { description: 'In [0,1], at this moment.' })
  readonly confidence!: number;

  @Field(() => Int, {
    description: 'How often memorySearch returned it or a context contained it; updated within seconds.',
  })
  readonly usageCount!: number;

  @Field(() => MemoryScope, { description: 'Who sees the memory.' })
  readonly scope!: MemoryScope;

  @Field({ description: 'Project it was recorded in; its scope decides who sees it.' })
  readonly project!: string;

  @Field({ description: 'Team that sees it at TEAM scope; null for other scopes.' })
  readonly team!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Time at which its confidence fell so low that it left the search; null while it is searched.',
  })
  readonly archivedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'Session it was distilled from; null for a recorded one.' })
  readonly sourceSession!: string | null;

  @Field(() => ID, { nullable: true, description: 'Earlier memory of the same scope with the same content.' })
  readonly duplicateOf!: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the memory that it was merged into and now refers to, in knowledge and versions; otherwise null.',
  })
  readonly mergedInto!: string | null;

  @Field(() => [ID], {
    description: 'Ids of memories that were merged into it, in order. Each of these ids now refers to this memory.',
  })
  readonly mergedFrom!: readonly string[];

  @Field(() => [Promotion], { description: 'Raises of its scope, oldest first.' })
  readonly promotions!: readonly Promotion[];
}

@ObjectType({ description: 'One page of a list.' })
export class MemoryConnection extends Connection(Memory) {}

@ObjectType({ description: 'Result of recording a memory.' })
export class RecordedMemory {
  @Field(() => ID, { description: 'Id of the memory.' })
  readonly id!: string;

  @Field({ description: 'Result in one sentence.' })
  readonly message!: string;

  @Field(() => Float, { description: 'In [0,1].' })
  readonly initialConfidence!: number;

  @Field(() => Memory, { description: 'The memory as it is stored.' })
  readonly memory!: Memory;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the first memory of the same scope that says the same: with the same title, or very near in meaning.',
  })
  readonly duplicateOf!: string | null;

  @Field(() => [CutSecret], { description: 'Secrets that were cut out; usually empty.' })
  readonly redacted!: readonly CutSecret[];
}

@ObjectType({ description: 'A memory that a search found.' })
export class MemoryHit {
  @Field(() => Memory, { description: 'The memory.' })
  readonly memory!: Memory;

  @Field(() => Float, { description: 'In [0,1], relative to the best of this query.' })
  readonly relevance!: number;

  @Field(() => Float, { description: 'relevance · confidence · weight of the scope.' })
  readonly score!: number;

  @Field(() => ScoreExplanation, { description: 'Parts of the score.' })
  readonly explain!: ScoreExplanation;
}

@ObjectType({ description: 'Memories that a search found, best first.' })
export class MemorySearchResult {
  @Field(() => [MemoryHit], { description: 'Memories, best first, with only the best of duplicates.' })
  readonly memories!: readonly MemoryHit[];

  @Field(() => Int, { description: 'Number of candidates that passed the filters.' })
  readonly totalFound!: number;

  @Field(() => Int, {
    description: 'Tokens (o200k_base) of these memories as the MCP tool memory_search returns them.',
  })
  readonly tokensUsed!: number;
}

@ObjectType({ description: 'New confidence of a memory, and whether the signal counts yet.' })
export class MemoryFeedbackResult {
  @Field({ description: 'True if the feedback was stored.' })
  readonly success!: boolean;

  @Field(() => Float, { description: 'Confidence afterwards, in [0,1].' })
  readonly newConfidence!: number;

  @Field({ description: 'False while the signal waits for consensus, for up to seven days.' })
  readonly applied!: boolean;

  @Field({ description: 'Effect of the feedback, in one sentence.' })
  readonly message!: string;

  @Field({ description: 'True if what this key recorded was retracted since. To record again, use a new key.' })
  readonly retracted!: boolean;
}

@ObjectType({ description: 'Result of moving memories to another project.' })
export class MovedMemories {
  @Field(() => Int, { description: 'How many were moved; 0 once none are left.' })
  readonly moved!: number;
}
