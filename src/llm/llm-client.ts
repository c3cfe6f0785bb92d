import type { ZodType } from 'zod';
import type { LlmStatus } from './llm.model.js';

/** A request for a JSON answer that matches a schema. */
export interface LlmRequest<Value> {
  readonly system: string;
  readonly user: string;
  /** The schema of the reply; sent to the model as JSON Schema, and used to validate the reply. */
  readonly schema: ZodType<Value>;
  /** Name of the schema for the model, and of the call in metrics: 1–64 of A–Z a–z 0–9 _ -. */
  readonly schemaName: string;
  /** Maximum number of attempts until a reply is valid; default LLM_MAX_ATTEMPTS. */
  readonly maxAttempts?: number;
}

/** A request for a plain text answer. */
export interface LlmTextRequest {
  readonly system: string;
  readonly user: string;
  /** Name of the call in metrics: 1–64 of A–Z a–z 0–9 _ -. */
  readonly name: string;
  /** Model to use instead of LLM_MODEL. It must be on the same server. */
  readonly model?: string | undefined;
  /**
   * Checks whether a reply can be read. One that cannot is requested once more, with the problem.
   *
   * @returns undefined if the reply can be read
   */
  readonly check?: (reply: string) => ReplyProblem | undefined;
  /** Aborts the call. */
  readonly signal?: AbortSignal;
}

/** Why a reply cannot be read. */
export interface ReplyProblem {
  readonly problem: string;
  /** The message of the parser, if the reply is broken JSON. */
  readonly parserSays?: string;
}

/** A validated JSON answer. */
export interface LlmAnswer<Value> {
  readonly value: Value;
  /** The model's text from which `value` was parsed. */
  readonly reply: string;
  /** Number of replies that were needed, at least 1. */
  readonly attempts: number;
}

/**
 * The LLM configured by LLM_MODEL, if any. Secrets are cut out of its replies. Only generation, structuring and distillation need one.
 */
export abstract class LlmClient {
  abstract readonly configured: boolean;
  /** Undefined if no LLM is configured. */
  abstract readonly model: string | undefined;

  /**
   * Requests a JSON value. If a reply is not JSON or violates the schema, its problems are sent to the model, which may
   * try again.
   *
   * @throws LlmUnavailableError when no model is configured, it does not answer within LLM_TIMEOUT_MS, its quota is
   *   exhausted, or it rejects the request; `away` states whether the same request may succeed later
   * @throws LlmRefusedError, LlmFilteredError when the LLM refuses the request, or a filter blocks the reply; there is
   * no further attempt
   * @throws LlmCutOffError when the last allowed reply reached the maximum length
   * @throws LlmInvalidReplyError when the last allowed reply is invalid for another reason, which the message states
   */
  abstract complete<Value>(request: LlmRequest<Value>): Promise<LlmAnswer<Value>>;

  /**
   * Requests a text, once, or twice if `check` finds a problem; the caller interprets it.
   *
   * @returns the complete reply; replies that were cut off, refused or filtered throw instead
   * @throws LlmUnavailableError, LlmRefusedError, LlmFilteredError and LlmCutOffError as `complete` does; the first
   *   also when the call is aborted
   * @throws LlmInvalidReplyError when the reply is empty or broken
   */
  abstract completeText(request: LlmTextRequest): Promise<string>;

  /** Whether the LLM server answers; checked at most every ten seconds. Null if no LLM is configured. */
  abstract reachable(): Promise<boolean | null>;

  /**
   * Reason why the server rejects all requests of the service, in one sentence: it refuses the login, or does not know
   * the model.
   */
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
