import type { Strategy } from './adaptive.model.js';
import type { StoredStrategy } from './adaptive.statements.js';

/** A strategy of the properties of its node. */
export function strategyOf(stored: StoredStrategy): Strategy {
  const { ref, id, kind, title, text, trust, createdAt, updatedAt, pattern, objectives, lastUpdated } = stored;
  const { method, action, approach, successes, attempts } = stored;
  return {
    ref,
    id,
    kind,
    title,
    text,
    trust,
    createdAt,
    updatedAt,
    pattern,
    method,
    action,
    approach,
    successes,
    attempts,
    objectives,
    lastIssue: stored.lastIssue ?? null,
    lastUpdated,
    successfulAction: successes > 0 ? { method, action, approach } : null,
    successRate: attempts === 0 ? 0 : successes / attempts,
  };
}
