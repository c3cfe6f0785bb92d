import { z } from 'zod';

// Parses response bodies of status 200. Servers, gateways and captive portals answer chat requests with many things
// that are no chat completion; every body is classified as one of the kinds below, and only `text` is usable content.

/** Tokens of one reply, as the server counted them. */
export interface TokenUsage {
  readonly input: number;
  readonly output: number;
}

/** A response of a chat server, classified by how a caller can handle it. */
export type ChatReply =
  /** A complete reply, which may be empty. */
  | { readonly kind: 'text'; readonly text: string; readonly usage: TokenUsage }
  /** The reply ended early: `text` is only its beginning and must not be used. `problem` describes how it ended. */
  | { readonly kind: 'cutOff'; readonly text: string; readonly problem: string; readonly usage: TokenUsage }
  | { readonly kind: 'refused'; readonly reason: string; readonly usage: TokenUsage }
  | { readonly kind: 'filtered'; readonly usage: TokenUsage }
  /** Incomplete or syntactically wrong JSON, or a reply with an unknown finish reason. */
  | { readonly kind: 'broken'; readonly problem: string }
  /** The server reports a failure, with the HTTP status that it gives (400–599), or it does not speak the protocol. */
  | { readonly kind: 'failed'; readonly status: number | undefined; readonly problem: string };

const textPart = z.object({ type: z.enum(['text', 'output_text']).optional(), text: z.string() });
const refusalPart = z.object({ type: z.literal('refusal'), refusal: z.string() });
/** Parts of a reply other than text, such as reasoning and citations. */
const otherPart = z.object({ type: z.string() });
const parts = z.array(z.union([textPart, refusalPart, otherPart]));

const message = z.object({
  content: z.union([z.string(), parts]).nullish(),
  refusal: z.unknown().optional(),
});
// Servers that only resemble the protocol omit some properties.
const completion = z.object({
  choices: z.array(
    z.object({ message: message.nullish(), finish_reason: z.unknown().optional(), error: z.unknown().optional() }),
  ),
  usage: z.unknown().optional(),
});
const failure = z.object({ error: z.union([z.string(), z.looseObject({ message: z.string().optional() })]) });
const tokens = z.number().nonnegative().catch(0);
const usageReply = z.object({ prompt_tokens: tokens, completion_tokens: tokens }).catch(() => NO_TOKENS);
const NO_TOKENS = { prompt_tokens: 0, completion_tokens: 0 };

// Finish reasons that mean a complete reply, as they are used by various servers.
const FINISHED = new Set(
  ['', 'stop', 'end_turn', 'eos', 'eos_token', 'stop_sequence', 'matched_stop', 'complete', 'completed', 'tool_calls', 'function_call'],
); // prettier-ignore
const CUT_OFF = new Set(
  ['length', 'max_tokens', 'max_output_tokens', 'model_length', 'model_context_window_exceeded', 'incomplete'],
); // prettier-ignore
const FILTERED = new Set(
  ['content_filter', 'content_filtered', 'safety', 'recitation', 'blocklist', 'prohibited_content', 'spii', 'sensitive', 'guardrail_intervened'],
); // prettier-ignore
const REFUSED = new Set(['refusal', 'refused']);
const FAILED = new Set(
  ['error', 'abort', 'aborted', 'cancelled', 'network_error', 'insufficient_system_resource', 'load', 'unload'],
); // prettier-ignore

/** Classifies a response body. It never throws, even if the body is hostile. */
export function readChatReply(body: string): ChatReply {
  const text = body.replace(/^\uFEFF/, '').trim();
  if (text === '') return foreign('nothing');
  const json = parsed(text);
  if (json === undefined) {
    if (/^[[{]/.test(text)) return { kind: 'broken', problem: 'the answer of the server is not valid JSON' };
    return foreign(/^<[!?a-z]/i.test(text) ? 'a web page' : 'text that is not JSON');
  }
  const answered = completion.safeParse(json.value);
  if (!answered.success) return reportedFailure(json.value) ?? foreign('JSON that is no chat completion');
  const { choices, usage } = answered.data;
  const [choice] = choices;
  return (choice ? undefined : reportedFailure(json.value)) ?? readChoice(choice, usageOf(usage));
}

function readChoice(choice: z.output<typeof completion>['choices'][number] | undefined, usage: TokenUsage): ChatReply {
  const content = choice?.message?.content ?? '';
  const text =
    typeof content === 'string' ? content : content.map((part) => ('text' in part ? part.text : '')).join('');
  const refusal = refusalOf(choice?.message?.refusal, content);
  if (refusal !== undefined) return { kind: 'refused', reason: refusal, usage };
  const ended = endOf(choice?.finish_reason);
  if (FINISHED.has(ended)) return { kind: 'text', text, usage };
  if (CUT_OFF.has(ended)) {
    return { kind: 'cutOff', text, problem: 'the reply was cut off at the longest length allowed', usage };
  }
  if (FILTERED.has(ended)) return { kind: 'filtered', usage };
  if (REFUSED.has(ended)) return { kind: 'refused', reason: text, usage };
  if (FAILED.has(ended)) {
    return reportedFailure({ error: choice?.error }) ?? failed(undefined, `it ended a reply with "${ended}"`);
  }
  return { kind: 'broken', problem: `the reply ended in an unknown way: finish_reason "${ended.slice(0, 50)}"` };
}

/** The finish reason in lower case; empty if the server gives none. */
function endOf(reason: unknown): string {
  if (reason === undefined || reason === null) return '';
  return typeof reason === 'string' ? reason.toLowerCase() : 'unreadable';
}

function refusalOf(refusal: unknown, content: string | z.output<typeof parts>): string | undefined {
  if (typeof refusal === 'string' && refusal !== '') return refusal;
  if (typeof refusal !== 'string' && refusal) return 'no reason given';
  if (typeof content === 'string') return undefined;
  const part = content.find((one) => 'refusal' in one);
  return part && 'refusal' in part ? part.refusal : undefined;
}

/** `{ "error": … }` with status 200, as gateways answer when the server behind them fails. */
function reportedFailure(value: unknown): ChatReply | undefined {
  const read = failure.safeParse(value);
  if (!read.success) return undefined;
  const { error } = read.data;
  if (typeof error === 'string') return failed(undefined, error);
  const status = [error['status'], error['code']].map(Number).find((code) => code >= 400 && code < 600);
  return failed(status, error.message ?? 'an error without a message');
}

function foreign(what: string): ChatReply {
  return failed(undefined, `it answered with ${what}, which is not the OpenAI protocol; see OPENAI_BASE_URL`);
}

function failed(status: number | undefined, problem: string): ChatReply {
  return { kind: 'failed', status, problem };
}

function usageOf(usage: unknown): TokenUsage {
  const { prompt_tokens: input, completion_tokens: output } = usageReply.parse(usage);
  return { input, output };
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
