import { z } from 'zod';
import { PLANNING } from './planning.inputs.js';

// The reply of an LLM to a planning prompt. Its field names are those of the prompt; null, empty and absent are
// equivalent.

const id = z.string().nullish();

const action = z.object({
  tool_name: z.string().trim().min(1).max(PLANNING.toolName),
  tool_arguments: z.record(z.string(), z.unknown()).nullish(),
  reasoning: z.string().max(PLANNING.reasoning).nullish(),
  kb_source: id,
  kb_learning: id,
});

const plan = z.array(action).min(1).max(PLANNING.actions);
const estimatedDuration = z.number().min(0).max(PLANNING.duration).nullish();

export const planReply = z.object({
  plan,
  reasoning: z.string().max(PLANNING.reasoning).nullish(),
  estimated_duration: estimatedDuration,
});

/** The reply for a recovery must state the new approach, because it becomes the recovery approach of the learnings. */
export const recoveryReply = z.object({
  plan,
  reasoning: z.string().trim().min(1).max(PLANNING.reasoning),
  estimated_duration: estimatedDuration,
});

/** The plan as an LLM writes it. */
export type PlanReply = z.output<typeof planReply>;

/** An action as it is saved. */
export interface PlannedAction {
  readonly toolName: string;
  readonly toolArguments: Readonly<Record<string, unknown>>;
  readonly reasoning: string | null;
  readonly kbSource: string | null;
  readonly followsLearning: string | null;
}

const MAX_ID = 512;

export function plannedActions(reply: PlanReply): PlannedAction[] {
  return reply.plan.map((action) => ({
    toolName: printable(action.tool_name),
    toolArguments: action.tool_arguments ?? {},
    reasoning: presentOrNull(printable(action.reasoning ?? '')),
    kbSource: presentOrNull(printable(action.kb_source ?? '').slice(0, MAX_ID)),
    followsLearning: presentOrNull(printable(action.kb_learning ?? '').slice(0, MAX_ID)),
  }));
}

/** Converts an action to the JSON form of plans, which learnings and prompts use. */
export function actionRecord(action: Omit<PlannedAction, 'followsLearning'>): Record<string, unknown> {
  return {
    tool_name: action.toolName,
    tool_arguments: action.toolArguments,
    reasoning: action.reasoning,
    kb_source: action.kbSource,
  };
}

export function presentOrNull(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

/**
 * Removes control characters, which LLMs sometimes write. Plans with such characters that agents submit are rejected
 * instead.
 */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\r\n\t]/gu, '');
}
