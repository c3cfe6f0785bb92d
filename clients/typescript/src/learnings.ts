import { newKey } from './platform.js';
import type { CallOptions, Json, Requests } from './request.js';

/** A failure or correction of a step. All other properties of the API's LearningInput are accepted as well. */
export interface LearningToAttach extends Json {
  /** SELF_EXPLORATION: the agent failed; HUMAN_INTERRUPT: a person corrected it. */
  readonly kind: 'SELF_EXPLORATION' | 'HUMAN_INTERRUPT';
  /** Id of the item that the step was based on. */
  readonly itemId: string;
  /** Task of the agent at that time. */
  readonly task: string;
  /** Position of the step, counted from 0. */
  readonly stepNum: number;
  /** The action: { tool_name, tool_arguments, reasoning, kb_source }. */
  readonly originalAction: Json;
  /** For SELF_EXPLORATION: the error, and what worked instead, if known. */
  readonly originalError?: string;
  readonly recoveryApproach?: string;
  /** For HUMAN_INTERRUPT: what the person chose, and why. */
  readonly correctedAction?: Json;
  readonly humanReasoning?: string;
}

/** Answer of `learn`. */
export interface AttachedLearning {
  /** Id of the learning. */
  readonly id: string;
  /** Trust of the item before and after, in [0.5,1]. */
  readonly trustBefore: number;
  readonly trustAfter: number;
}

/** What was wrong, and why it is taken back. */
export interface ToRetract {
  /** evidence:ID, receipt:ID or step:PLAN_ID/NUMBER. */
  readonly ref: string;
  readonly reason: string;
  /** Only for a step: the revision of its report. */
  readonly revision?: number;
}

/** Answer of `retract`. */
export interface Retraction {
  /** The trusts that changed. */
  readonly changes: readonly { readonly ref: string; readonly trustBefore: number; readonly trustAfter: number }[];
}

const LEARN =
  'mutation ($input: LearningInput!) { attachLearning(input: $input) { learning { id } trustBefore trustAfter } }';
const RETRACT = `mutation ($ref: String!, $reason: String!, $revision: Int) {
  retract(ref: $ref, reason: $reason, revision: $revision) { changes { ref trustBefore trustAfter } } }`;

export async function learn(
  requests: Requests,
  learning: LearningToAttach,
  options?: CallOptions,
): Promise<AttachedLearning> {
  const input = { idempotencyKey: newKey(), ...learning };
  const { attachLearning } = await requests.graphql(LEARN, { input }, options);
  const {
    learning: stored,
    trustBefore,
    trustAfter,
  } = attachLearning as Omit<AttachedLearning, 'id'> & {
    readonly learning: { readonly id: string };
  };
  return { id: stored.id, trustBefore, trustAfter };
}

export async function retract(requests: Requests, given: ToRetract, options?: CallOptions): Promise<Retraction> {
  // A repetition without a revision could take back a report of the step that was made meanwhile.
  const isOnce = given.ref.startsWith('step:') && given.revision === undefined;
  return (await requests.graphql(RETRACT, { ...given }, options, isOnce))['retract'] as Retraction;
}
