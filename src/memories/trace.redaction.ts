import type { CutSecret } from '../common/redaction.model.js';
import { redacting, redactJson, redactText } from '../common/redact.js';
import { workerTask } from '../common/workers/worker-task.js';
import { storedTrace } from './trace.js';
import type { NumberedTurn } from './transcripts/keeper.js';

/** Told of one trace; one that is full of secrets repeats itself. */
const MAX_TOLD = 100;

/** A trace without its secrets, and where they were. */
export interface RedactedTrace {
  /** As it is stored. */
  readonly trace: string;
  readonly redacted: readonly CutSecret[];
}

/**
 * The turns of a session without their secrets, as they are stored.
 *
 * @task
 */
export function redactTurns(turns: readonly NumberedTurn[]): RedactedTrace {
  const redacted: CutSecret[] = [];
  const clean = turns.map((turn) => {
    const { text, rules } = redacting(turn.text);
    for (const rule of new Set(rules)) redacted.push({ path: `trace.${turn.n}`, rule });
    return { ...turn, role: redactText(turn.role), text };
  });
  return { trace: storedTrace(clean), redacted: redacted.slice(0, MAX_TOLD) };
}

/** The same for a worker: looking for secrets in a million characters takes seconds. */
export const redactTurnsTask = workerTask(redactTurns, import.meta.url);

/**
 * A trace without its secrets, as version 0.2.0 and before stored it: what was handed in then is known by its hash.
 *
 * @task
 */
export function redactTrace(trace: string): string {
  if (/^\s*[[{]/.test(trace)) {
    try {
      return JSON.stringify(redactJson(JSON.parse(trace)));
    } catch {
      // A text after all.
    }
  }
  return redactText(trace);
}

/** The same for a worker. */
export const redactTraceTask = workerTask(redactTrace, import.meta.url);
