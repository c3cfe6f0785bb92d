import { Field, Float, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime } from '../common/scalars.js';

/** Kinds of observations. Each comes with the feature that records it. */
export enum EvidenceKind {
  EXPLICIT_FEEDBACK = 'EXPLICIT_FEEDBACK',
  TASK_COMPLETION = 'TASK_COMPLETION',
  CODE_STABILITY = 'CODE_STABILITY',
  STEP_FAILURE = 'STEP_FAILURE',
  STEP_SUCCESS = 'STEP_SUCCESS',
  HUMAN_CORRECTION = 'HUMAN_CORRECTION',
  VALIDATION = 'VALIDATION',
  RESTORED = 'RESTORED',
  RETRACTION = 'RETRACTION',
}

registerEnumType(EvidenceKind, {
  name: 'EvidenceKind',
  description: 'What was observed.',
  valuesMap: {
    EXPLICIT_FEEDBACK: { description: 'An agent or a person said whether this memory helped.' },
    TASK_COMPLETION: { description: 'A task that was given this knowledge was completed, or failed.' },
    CODE_STABILITY: { description: 'Code written with this memory stayed, or was reverted.' },
    STEP_FAILURE: { description: 'A step that followed this knowledge failed.' },
    STEP_SUCCESS: { description: 'A step that followed this knowledge succeeded, and the trust policy counts it.' },
    HUMAN_CORRECTION: { description: 'A person corrected a step that followed this knowledge.' },
    VALIDATION: { description: 'What an action of this strategy delivered was validated.' },
    RESTORED: { description: 'Taken out of the archive.' },
    RETRACTION: {
      description: 'Takes back what was observed: the trust is the fold of the rest from then on.',
    },
  },
});

export enum EvidenceState {
  PENDING = 'PENDING',
  APPLIED = 'APPLIED',
  EXPIRED = 'EXPIRED',
  RETRACTED = 'RETRACTED',
  RESOLVED = 'RESOLVED',
}

/** A pending observation waits for others to agree for 7 days (seed 003, getRecentSignals); then it is expired. */
export const CONSENSUS_WINDOW_MS = 7 * 24 * 3_600_000;

registerEnumType(EvidenceState, {
  name: 'EvidenceState',
  valuesMap: {
    PENDING: { description: 'Stored; the consensus it needs is still out.' },
    APPLIED: { description: 'It has moved the trust.' },
    EXPIRED: { description: 'No consensus came in time; it moves nothing.' },
    RETRACTED: { description: 'It was taken back, and counts no more; trustBefore and trustAfter tell what it did.' },
    RESOLVED: { description: 'What it observed was put right (resolveLearning), and counts no more.' },
  },
});

@ObjectType({
  description: 'An observation, and what it did to a trust. What it did stays readable when it is taken back.',
})
export class Evidence {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => EvidenceKind)
  readonly kind!: EvidenceKind;

  @Field({ description: 'Speaks for the knowledge; else against it.' })
  readonly positive!: boolean;

  @Field(() => Float, {
    description:
      'What it stands for. Of an item: the factor of the trust at a failure or correction, the share of what is missing to 1 that a success gives back; of RETRACTION either. Of a memory: what is added to the confidence, below zero where it speaks against it; of RESTORED the least confidence that it has then. Of a strategy: 1 for an attempt, the share for an outcome of a context, of RETRACTION what is added to the trust.',
  })
  readonly weight!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Of a signal on a memory where agents are weighed (MEMORY_AGENT_WEIGHT): what the word of its agent counted, in (0,1); `weight` has it in it. Null of others.',
  })
  readonly agentWeight!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Of an outcome of a context: the share of it that this knowledge was given, in (0,1]; null of others.',
  })
  readonly share!: number | null;

  @Field(() => ID, { nullable: true, description: 'The context that the outcome is of.' })
  readonly receiptId!: string | null;

  @Field(() => EvidenceState)
  readonly state!: EvidenceState;

  @Field(() => DateTime, { nullable: true, description: 'When it moved the trust first; null while it has not.' })
  readonly appliedAt!: Date | null;

  @Field(() => ID, { nullable: true, description: 'The RETRACTION that took it back; null where none did.' })
  readonly retractedBy!: string | null;

  @Field(() => [ID], { nullable: true, description: 'Of a RETRACTION: the evidence that it took back.' })
  readonly retracts!: readonly string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'What was put right instead, a ref or an address, where it is RESOLVED.',
  })
  readonly resolvedInto!: string | null;

  @Field(() => Float, { nullable: true, description: 'In [0,1].' })
  readonly trustBefore!: number | null;

  @Field(() => Float, { nullable: true, description: 'In [0,1].' })
  readonly trustAfter!: number | null;

  @Field(() => String, { nullable: true, description: 'Who reported it (x-agent).' })
  readonly agent!: string | null;

  @Field(() => ID, { nullable: true, description: 'In which session of the agent (x-session).' })
  readonly session!: string | null;

  @Field(() => String, { nullable: true, description: 'The error or the remark, shortened; secrets are cut out.' })
  readonly comment!: string | null;

  @Field(() => DateTime)
  readonly at!: Date;

  /** Counts the evidence of one node from 0, in the order it was recorded. */
  readonly sequence!: number;
}

@ObjectType()
export class EvidenceConnection extends Connection(Evidence) {}

@ObjectType({ description: 'What was observed, and of which knowledge.' })
export class ObservedEvidence {
  @Field(() => ID, { description: 'Of the knowledge: item:open_files.' })
  readonly ref!: string;

  @Field(() => Evidence)
  readonly evidence!: Evidence;
}

@ObjectType()
export class ObservedEvidenceConnection extends Connection(ObservedEvidence) {}

@ObjectType({ description: 'A trust from this moment on.' })
export class TrustPoint {
  @Field(() => Float, { description: 'In [0,1].' })
  readonly trust!: number;

  @Field(() => DateTime)
  readonly at!: Date;

  @Field(() => ID, { nullable: true, description: 'What changed it; null for the initial trust.' })
  readonly evidenceId!: string | null;

  @Field(() => EvidenceState, {
    nullable: true,
    description: 'Of what changed it; RETRACTED where that was taken back since. Null for the initial trust.',
  })
  readonly state!: EvidenceState | null;
}
