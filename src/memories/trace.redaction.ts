import type { CutSecret } from '../common/redaction.model.js';
import { redacting, redactJson, redactText } from '../common/redact.js';
import { workerTask } from '../common/workers/worker-task.js';
import { storedTrace } from './trace.js';
import type { NumberedTurn } from './transcripts/keeper.js';

/** Maximum number of redactions listed per trace. */
const MAX_TOLD = 100;

/** A trace without secrets, and a list of the places where secrets were removed. */
export interface RedactedTrace {
  /** The redacted trace in its stored form. */
  readonly trace: string;
  readonly redacted: readonly CutSecret[];
}

/**
 * Removes secrets from the turns of a session, and returns them in their stored form.
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

/** Runs `redactTurns` in a worker thread, because searching a million characters for secrets takes seconds. */
export const redactTurnsTask = workerTask(redactTurns, import.meta.url);

/**
 * Redacts a trace in the way of version 0.2.0 and earlier. The hash of the result identifies traces that these versions
 * stored.
 *
 * @task
 */
export function redactTrace(trace: string): string {
  if (/^\s*[[{]/.test(trace)) {
    try {
      return JSON.stringify(redactJson(JSON.parse(trace)));
    } catch {
      // The trace is not JSON, so it is treated as plain text.
    }
  }
  return redactText(trace);
}

/** Runs `redactTrace` in a worker thread. */
export const redactTraceTask = workerTask(redactTrace, import.meta.url);
