import { redacting, redactText, rulesOf } from '../secrets/redact.js';
import type { CutSecret } from '../secrets/redaction.model.js';
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
    const { text, cuts } = redacting(turn.text);
    for (const rule of rulesOf(cuts)) redacted.push({ path: `trace.${turn.n}`, rule });
    return { ...turn, role: redactText(turn.role), text };
  });
  return { trace: storedTrace(clean), redacted: redacted.slice(0, MAX_TOLD) };
}

/** Runs `redactTurns` in a worker thread, because searching a million characters for secrets takes seconds. */
export const redactTurnsTask = workerTask(redactTurns, import.meta.url);
