import { newKey } from './platform.js';
import type { CallOptions, Json, Requests } from './request.js';

/** A strategy that worked, or an anti-pattern. All other properties of the API's MemoryInput are accepted as well. */
export interface MemoryToRecord extends Json {
  /** Short, descriptive title. */
  readonly title: string;
  /** When or why to apply this. */
  readonly description: string;
  /** Detailed steps or approach. */
  readonly content: string;
  /** SUCCESS: follow it; FAILURE: avoid it. */
  readonly outcome: 'SUCCESS' | 'FAILURE';
  /** Who may see it; default PROJECT. */
  readonly scope?: 'PROJECT' | 'TEAM' | 'ORG';
  readonly tags?: readonly string[];
  /** Id of a memory that this one replaces. */
  readonly supersedes?: string;
}

/** Answer of `remember`. */
export interface RecordedMemory {
  readonly id: string;
  /** Id of an earlier memory that says the same; null if there is none. */
  readonly duplicateOf: string | null;
  /** Id of an earlier memory with the same title that says something else; null if there is none. */
  readonly sameTitle: string | null;
  /** Result in one sentence. */
  readonly message: string;
}

/** Whether a memory was helpful. */
export interface Feedback {
  readonly memoryId: string;
  readonly helpful: boolean;
  /** What shows it; default EXPLICIT_FEEDBACK. */
  readonly kind?: string;
  readonly comment?: string;
  readonly idempotencyKey?: string;
}

/** Answer of `feedback`. */
export interface FeedbackResult {
  /** False while the signal waits for others that agree. */
  readonly applied: boolean;
  /** Confidence of the memory after the signal, in [0,1]. */
  readonly newConfidence: number;
  readonly message: string;
}

const REMEMBER = 'mutation ($input: MemoryInput!) { recordMemory(input: $input) { id duplicateOf sameTitle message } }';
const FEEDBACK = `mutation ($memoryId: ID!, $helpful: Boolean!, $kind: SignalKind! = EXPLICIT_FEEDBACK, $comment: String,
  $idempotencyKey: String) {
  memoryFeedback(memoryId: $memoryId, helpful: $helpful, kind: $kind, comment: $comment,
    idempotencyKey: $idempotencyKey) { applied newConfidence message } }`;

export async function remember(
  requests: Requests,
  memory: MemoryToRecord,
  options?: CallOptions,
): Promise<RecordedMemory> {
  const input = { idempotencyKey: newKey(), ...memory };
  return (await requests.graphql(REMEMBER, { input }, options))['recordMemory'] as RecordedMemory;
}

export async function feedback(requests: Requests, given: Feedback, options?: CallOptions): Promise<FeedbackResult> {
  const variables = { idempotencyKey: newKey(), ...given };
  return (await requests.graphql(FEEDBACK, variables, options))['memoryFeedback'] as FeedbackResult;
}
