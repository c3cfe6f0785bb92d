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
    PROJECT: { description: 'Who works in the same project (x-project).' },
    TEAM: { description: 'The same team (x-team).' },
    ORG: { description: 'All of the namespace.' },
  },
});

export enum MemoryScopeFilter {
  PROJECT = 'PROJECT',
  TEAM = 'TEAM',
  ORG = 'ORG',
  ALL = 'ALL',
}

registerEnumType(MemoryScopeFilter, {
  name: 'MemoryScopeFilter',
  description: 'Memories of exactly this scope, or of all scopes; always only those the caller sees.',
});

export enum Outcome {
  SUCCESS = 'SUCCESS',
  FAILURE = 'FAILURE',
}

registerEnumType(Outcome, {
  name: 'Outcome',
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

registerEnumType(OutcomeFilter, { name: 'OutcomeFilter' });

export enum SignalKind {
  TASK_COMPLETION = 'TASK_COMPLETION',
  CODE_STABILITY = 'CODE_STABILITY',
}

registerEnumType(SignalKind, {
  name: 'SignalKind',
  description: 'What came of a memory without anybody judging it.',
  valuesMap: {
    TASK_COMPLETION: { description: 'The task it was used for was completed (+0.10), or failed (−0.05).' },
    CODE_STABILITY: { description: 'The code written with it stayed (+0.20), or was reverted (−0.15).' },
  },
});

@ObjectType({ description: 'A turn of a session: something that was said, called or answered.' })
export class SessionTurn {
  @Field(() => ID)
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

@ObjectType({ description: 'A raise of a scope.' })
export class Promotion {
  @Field(() => MemoryScope)
  readonly from!: MemoryScope;

  @Field(() => MemoryScope)
  readonly to!: MemoryScope;

  @Field(() => String, { nullable: true, description: 'Who raised it (x-agent).' })
  readonly agent!: string | null;

  @Field({ description: 'The project it was raised from (x-project).' })
  readonly project!: string;

  @Field(() => DateTime)
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

  @Field(() => Outcome)
  readonly outcome!: Outcome;

  @Field(() => [String], { description: 'Each once, as given.' })
  readonly tags!: readonly string[];

  @Field(() => Float, { description: 'In [0,1], at this moment.' })
  readonly confidence!: number;

  @Field(() => Int, { description: 'How often memorySearch returned it or a context was given it; a moment behind.' })
  readonly usageCount!: number;

  @Field(() => MemoryScope)
  readonly scope!: MemoryScope;

  @Field({ description: 'Where it was recorded; who sees it depends on the scope.' })
  readonly project!: string;

  @Field()
  readonly team!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When its confidence had fallen so low that it left the search; null while it is searched.',
  })
  readonly archivedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'The session it was distilled from.' })
  readonly sourceSession!: string | null;

  @Field(() => ID, { nullable: true, description: 'The memory that said the same before, in its scope.' })
  readonly duplicateOf!: string | null;

  @Field(() => [Promotion], { description: 'How its scope was raised, oldest first.' })
  readonly promotions!: readonly Promotion[];
}

@ObjectType()
export class MemoryConnection extends Connection(Memory) {}

@ObjectType()
export class RecordedMemory {
  @Field(() => ID)
  readonly id!: string;

  @Field()
  readonly message!: string;

  @Field(() => Float, { description: 'In [0,1].' })
  readonly initialConfidence!: number;

  @Field(() => Memory)
  readonly memory!: Memory;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the first memory of the same scope that says the same: with the same title, or very near in meaning.',
  })
  readonly duplicateOf!: string | null;

  @Field(() => [CutSecret], { description: 'What was cut out of it as a secret; empty where nothing was.' })
  readonly redacted!: readonly CutSecret[];
}

@ObjectType()
export class MemoryHit {
  @Field(() => Memory)
  readonly memory!: Memory;

  @Field(() => Float, { description: 'In [0,1], relative to the best of this query.' })
  readonly relevance!: number;

  @Field(() => Float, { description: 'relevance · confidence · weight of the scope.' })
  readonly score!: number;

  @Field(() => ScoreExplanation)
  readonly explain!: ScoreExplanation;
}

@ObjectType()
export class MemorySearchResult {
  @Field(() => [MemoryHit], { description: 'Best first; of memories that say the same only the best.' })
  readonly memories!: readonly MemoryHit[];

  @Field(() => Int, { description: 'Candidates considered, after filters.' })
  readonly totalFound!: number;

  @Field(() => Int, {
    description: 'Tokens (o200k_base) of these memories as the MCP tool memory_search returns them.',
  })
  readonly tokensUsed!: number;
}

@ObjectType()
export class MemoryFeedbackResult {
  @Field()
  readonly success!: boolean;

  @Field(() => Float, { description: 'In [0,1], after this.' })
  readonly newConfidence!: number;

  @Field({ description: 'False while others have to agree first; it is kept for seven days.' })
  readonly applied!: boolean;

  @Field()
  readonly message!: string;

  @Field({ description: 'What this key recorded was taken back since; saying it anew takes a new key.' })
  readonly retracted!: boolean;
}
