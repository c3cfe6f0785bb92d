import { InputType } from '@nestjs/graphql';
import { Choice, Count, Id, Ids, Inputs, Text } from '../common/validation.js';

// What hooks post (src/transcripts/captured-turn.ts). The client cuts its texts to these limits.

const CAPTURED = { prompt: 8_000, steps: 400, tool: 200, text: 1_000, error: 300, reason: 500, receipts: 100 } as const;

const choices = <const Value extends string>(...values: readonly Value[]) =>
  Object.fromEntries(values.map((value) => [value, value])) as Readonly<Record<Value, Value>>;

/** Connected agents. */
export const CLIENTS = ['claude-code', 'codex', 'gemini', 'opencode'] as const;
const KINDS = choices('shell', 'edit', 'read', 'mcp', 'other');
const STEP_VERDICTS = choices('ok', 'failed', 'undecided');
const ENDS = choices('done', 'failed', 'interrupted');
const VERDICTS = choices('success', 'failure', 'undecided');

@InputType({ isAbstract: true })
export class CapturedPromptInput {
  @Id()
  readonly session!: string;

  @Text({ min: 0, max: CAPTURED.prompt })
  readonly prompt!: string;
}

@InputType({ isAbstract: true })
export class CapturedStepInput {
  @Choice(() => KINDS)
  readonly kind!: keyof typeof KINDS;

  @Text({ max: CAPTURED.tool })
  readonly tool!: string;

  @Text({ min: 0, max: CAPTURED.text })
  readonly text!: string;

  @Count({ optional: true, min: -2_147_483_648, max: 4_294_967_295 })
  readonly exit?: number;

  @Choice(() => STEP_VERDICTS)
  readonly verdict!: keyof typeof STEP_VERDICTS;

  @Text({ optional: true, min: 0, max: CAPTURED.error })
  readonly error?: string;
}

@InputType({ isAbstract: true })
export class CapturedTurnInput extends CapturedPromptInput {
  @Inputs(() => CapturedStepInput, { maxEntries: CAPTURED.steps })
  readonly steps!: readonly CapturedStepInput[];

  @Choice(() => ENDS)
  readonly end!: keyof typeof ENDS;

  @Choice(() => VERDICTS)
  readonly verdict!: keyof typeof VERDICTS;

  @Text({ min: 0, max: CAPTURED.reason })
  readonly reason!: string;

  @Ids({ maxEntries: CAPTURED.receipts })
  readonly receipts!: readonly string[];
}

/**
 * Reads the payload of a prompt's hook: our own, or that of the client, of which only the session and the prompt are
 * read. Its end is cut off, since the goal stands at the beginning.
 */
export function promptIn(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { session = body['session_id'], prompt } = body;
  return { session, prompt: typeof prompt === 'string' ? prompt.slice(0, CAPTURED.prompt) : prompt };
}
