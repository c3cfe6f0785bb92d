import { Field, Float, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime } from '../common/scalars.js';
import { Verification } from '../common/verification.js';

/** Kinds of observations. Each is recorded by one feature. */
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
  description: 'Kind of an observation.',
  valuesMap: {
    EXPLICIT_FEEDBACK: { description: 'An agent or a person said whether this memory helped.' },
    TASK_COMPLETION: { description: 'A task that was given this knowledge was completed, or failed.' },
    CODE_STABILITY: { description: 'Code written with this memory was kept, or was reverted.' },
    STEP_FAILURE: { description: 'A step that followed this knowledge failed.' },
    STEP_SUCCESS: { description: 'A step that followed this knowledge succeeded, and the trust policy counts it.' },
    HUMAN_CORRECTION: { description: 'A person corrected a step that followed this knowledge.' },
    VALIDATION: { description: 'The result of an action of this strategy was validated.' },
    RESTORED: { description: 'The memory was taken out of the archive.' },
    RETRACTION: {
      description: 'Earlier evidence was withdrawn. From then on, the trust is computed from the remaining evidence.',
    },
  },
});

registerEnumType(Verification, {
  name: 'Verification',
  description: 'Who verified an observation. All values but NONE count alike.',
  valuesMap: {
    NONE: { description: 'Nobody; the reporter said so. Such a report changes no trust.' },
    AGENT: { description: 'The agent that reported it; also the value of reports over MCP.' },
    TOOL: { description: "A program that read the result from the agent's session (POST /hooks)." },
    USER: { description: "A person, who used the service's own page or the key of a reviewer." },
    EXTERNAL: { description: 'A system outside of the agent, whose API key was made for that.' },
  },
});

export enum EvidenceState {
  PENDING = 'PENDING',
  APPLIED = 'APPLIED',
  EXPIRED = 'EXPIRED',
  RETRACTED = 'RETRACTED',
  RESOLVED = 'RESOLVED',
}

/** A pending observation waits 7 days for others to agree (seed 003, getRecentSignals); then it expires. */
export const CONSENSUS_WINDOW_MS = 7 * 24 * 3_600_000;

registerEnumType(EvidenceState, {
  name: 'EvidenceState',
  description: 'Whether an observation counts.',
  valuesMap: {
    PENDING: { description: 'The observation is stored and waits for consensus.' },
    APPLIED: { description: 'The observation counts and has changed the trust.' },
    EXPIRED: { description: 'No consensus was reached in time, so the observation does not change the trust.' },
    RETRACTED: {
      description:
        'The observation was retracted and no longer counts; trustBefore and trustAfter still show its earlier effect.',
    },
    RESOLVED: { description: 'The cause was corrected (resolveLearning), so the observation no longer counts.' },
  },
});

@ObjectType({
  description: 'An observation and its effect on a trust score. The effect stays readable after a retraction.',
})
export class Evidence {
  @Field(() => ID, {
    description: 'Id of the evidence, unique in the namespace. retract(ref: "evidence:ID") retracts the observation.',
  })
  readonly id!: string;

  @Field(() => EvidenceKind, { description: 'Kind of observation.' })
  readonly kind!: EvidenceKind;

  @Field({ description: 'True if the observation supports the knowledge; false if it counts against the knowledge.' })
  readonly positive!: boolean;

  @Field(() => Float, {
    description:
      'Strength of the observation. Items: a failure or correction multiplies the trust by it, and a success recovers this share of the distance to 1. Memories: the amount added to the confidence, which may be negative; for RESTORED, the minimum confidence afterwards. Strategies: 1 for an attempt, and the share for an outcome of a context. For a RETRACTION: the resulting change of the trust.',
  })
  readonly weight!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'For the outcome of a context, the share credited to this knowledge, in (0,1]; null otherwise.',
  })
  readonly share!: number | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the receipt, if the observation is the outcome of a context; otherwise null.',
  })
  readonly receiptId!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'How it is known that the agent used this knowledge: "named" by the agent, or matched "TEXT", by a text that stood in the context, belongs to this knowledge alone, and occurs in a step. Null if it is not known.',
  })
  readonly attributed!: string | null;

  @Field(() => EvidenceState, { description: 'Whether the observation counts.' })
  readonly state!: EvidenceState;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Time at which the observation first changed the trust; null if it has not changed it.',
  })
  readonly appliedAt!: Date | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the RETRACTION that withdrew this observation; null if there is none.',
  })
  readonly retractedBy!: string | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Ids of the evidence that a RETRACTION withdrew; empty for other kinds.',
  })
  readonly retracts!: readonly string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Ref or address of the correction, if the state is RESOLVED; otherwise null.',
  })
  readonly resolvedInto!: string | null;

  @Field(() => Float, { nullable: true, description: 'Trust before the observation, in [0,1].' })
  readonly trustBefore!: number | null;

  @Field(() => Float, { nullable: true, description: 'Trust after the observation, in [0,1].' })
  readonly trustAfter!: number | null;

  @Field(() => String, { nullable: true, description: 'Agent that reported the observation (x-agent).' })
  readonly agent!: string | null;

  @Field(() => ID, { nullable: true, description: 'Session of the agent (x-session).' })
  readonly session!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the stored API key (see apiKeys) with which it was reported; null if no stored key was used.',
  })
  readonly keyId!: string | null;

  @Field(() => Verification, {
    nullable: true,
    description: 'Who verified the observation; null for retractions, and for records from before it was stored.',
  })
  readonly verification!: Verification | null;

  @Field(() => String, { nullable: true, description: 'Error or remark, shortened, without secrets.' })
  readonly comment!: string | null;

  @Field(() => DateTime, { description: 'Time of the observation.' })
  readonly at!: Date;

  /** Position in the ledger of one node, counted from 0 in recording order. */
  readonly sequence!: number;
}

@ObjectType({ description: 'One page of a list.' })
export class EvidenceConnection extends Connection(Evidence) {}

@ObjectType({ description: 'An observation with the knowledge it is about.' })
export class ObservedEvidence {
  @Field(() => ID, { description: 'Ref of the knowledge: item:open_files.' })
  readonly ref!: string;

  @Field(() => Evidence, { description: 'The observation.' })
  readonly evidence!: Evidence;
}

@ObjectType({ description: 'One page of a list.' })
export class ObservedEvidenceConnection extends Connection(ObservedEvidence) {}

@ObjectType({ description: 'A value of the trust and the time from which it applied.' })
export class TrustPoint {
  @Field(() => Float, { description: 'The trust, in [0,1].' })
  readonly trust!: number;

  @Field(() => DateTime, { description: 'Time from which this trust applied.' })
  readonly at!: Date;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the evidence that changed the trust; null for the initial trust.',
  })
  readonly evidenceId!: string | null;

  @Field(() => EvidenceState, {
    nullable: true,
    description:
      'State of the evidence that changed the trust; RETRACTED if the evidence was retracted since. Null for the initial trust.',
  })
  readonly state!: EvidenceState | null;
}
