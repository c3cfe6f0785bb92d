import type { ZodType } from 'zod';
import type { LlmStatus } from './llm.model.js';

/** A question whose answer is JSON of a given schema. */
export interface LlmRequest<Value> {
  readonly system: string;
  readonly user: string;
  /** What the reply must be; sent along as JSON schema and checked against afterwards. */
  readonly schema: ZodType<Value>;
  /** Names the schema for the model and the call in metrics: 1–64 of A–Z a–z 0–9 _ -. */
  readonly schemaName: string;
  /** Replies asked for until one fits; LLM_MAX_ATTEMPTS where absent. */
  readonly maxAttempts?: number;
}

/** A question whose answer is plain text. */
export interface LlmTextRequest {
  readonly system: string;
  readonly user: string;
  /** Names the call in metrics: 1–64 of A–Z a–z 0–9 _ -. */
  readonly name: string;
  /** In place of LLM_MODEL, on the same server. */
  readonly model?: string | undefined;
  /**
   * Finds out whether a reply that is to be JSON is broken. One that is, is asked for again, once, with the message.
   *
   * @returns the parser's message, or undefined where nothing is wrong
   */
  readonly brokenJson?: (reply: string) => string | undefined;
  /** Gives the call up. */
  readonly signal?: AbortSignal;
}

/** A checked JSON answer. */
export interface LlmAnswer<Value> {
  readonly value: Value;
  /** The text `value` was read from, as the model wrote it. */
  readonly reply: string;
  /** Replies it took, from 1. */
  readonly attempts: number;
}

/** The language model of LLM_MODEL, or none. Nothing but generation, structuring and distillation needs one. */
export abstract class LlmClient {
  abstract readonly configured: boolean;
  /** Absent where none is configured. */
  abstract readonly model: string | undefined;

  /**
   * Asks for a JSON value. A reply that is no JSON or breaks the schema is answered with what is wrong with it, and the
   * model may try again.
   *
   * @throws LlmUnavailableError when no model is configured, when it does not answer in LLM_TIMEOUT_MS, is out of quota,
   *   or does not take the request; `away` says whether the same request may succeed later
   * @throws LlmRefusedError and LlmFilteredError at once
   * @throws LlmCutOffError when the last allowed reply ended at the longest length
   * @throws LlmInvalidReplyError when the last allowed reply is wrong otherwise; the message says how
   */
  abstract complete<Value>(request: LlmRequest<Value>): Promise<LlmAnswer<Value>>;

  /**
   * Asks for a text, once, or twice where `brokenJson` is given: what it means is for the caller to find out.
   *
   * @returns the whole reply: one that was cut off, refused or filtered is none
   * @throws LlmUnavailableError, LlmRefusedError, LlmFilteredError and LlmCutOffError as `complete` does; the first also
   *   when the call is given up
   * @throws LlmInvalidReplyError when the reply is empty or broken
   */
  abstract completeText(request: LlmTextRequest): Promise<string>;

  /** Whether the server of the model answers; asked again after ten seconds at the earliest. Null where none is configured. */
  abstract reachable(): Promise<boolean | null>;

  /** Why the server takes no request of ours, in a sentence: it refuses the login, or does not know the model. */
  abstract readonly blockedBy: string | undefined;

  async status(): Promise<LlmStatus> {
    return {
      configured: this.configured,
      model: this.model ?? null,
      reachable: await this.reachable(),
      problem: this.blockedBy ?? null,
    };
  }
}
