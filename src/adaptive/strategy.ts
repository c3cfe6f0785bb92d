import { COMMON_PROPERTIES } from '../knowledge/kind.js';
import type { Strategy } from './adaptive.model.js';
import type { StoredStrategy } from './adaptive.statements.js';

/** What a strategy is made of. */
export const STRATEGY_PROPERTIES: readonly (keyof StoredStrategy)[] = [
  ...COMMON_PROPERTIES,
  'pattern',
  'method',
  'action',
  'approach',
  'attempts',
  'successes',
  'objectives',
  'lastIssue',
  'lastUpdated',
];

/** A strategy of the properties of its node, no others. */
export function strategyOf(stored: StoredStrategy): Strategy {
  const { method, action, approach, successes, attempts } = stored;
  return {
    ...stored,
    successfulAction: successes > 0 ? { method, action, approach } : null,
    successRate: attempts === 0 ? 0 : successes / attempts,
  };
}
