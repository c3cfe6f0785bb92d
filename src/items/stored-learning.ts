import { type Learning, LearningKind, LearningState } from './items.model.js';
import { parsed } from './item.js';
import type { StoredLearning } from './items.statements.js';

/** @param state JSON of the content at another time; null if it is still the current one */
export function learningThen(learning: StoredLearning, state: string | null): StoredLearning {
  return state === null ? learning : { ...learning, ...(parsed(state) as Partial<StoredLearning>) };
}

/** Converts a stored learning into the model that callers see. */
export function learningOf(itemId: string, stored: StoredLearning, recoveryFailed: boolean): Learning {
  const recoveryApproach = stored.recoveryApproach ?? null;
  return {
    id: stored.id,
    itemId,
    kind: stored.kind,
    task: stored.task,
    stepNum: stored.stepNum,
    originalAction: parsed(stored.originalAction),
    originalError: stored.originalError ?? null,
    recoveryApproach,
    correctedAction: stored.correctedAction ? parsed(stored.correctedAction) : null,
    humanReasoning: stored.humanReasoning ?? null,
    verified: stored.verified,
    applicationVersion: stored.applicationVersion ?? null,
    awaitingRecovery: stored.kind === LearningKind.SELF_EXPLORATION && recoveryApproach === null,
    recoveryFailed,
    timestamp: stored.timestamp,
    state: !stored.withdrawnAt
      ? LearningState.STANDING
      : stored.resolvedInto
        ? LearningState.RESOLVED
        : LearningState.RETRACTED,
    resolvedInto: stored.resolvedInto ?? null,
  };
}
