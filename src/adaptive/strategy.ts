import { COMMON_PROPERTIES } from '../knowledge/kind.js';
import type { Strategy } from './strategy.model.js';
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
  'credited',
  'creditedSuccesses',
  'learned',
  'workedInstruction',
  'workedParameters',
];

/** A strategy of the properties of its node, no others. */
export function strategyOf({ workedInstruction, workedParameters, ...kept }: StoredStrategy): Strategy {
  const parameters = workedParameters === null ? null : (JSON.parse(workedParameters) as Record<string, unknown>);
  const worked =
    workedInstruction === null && parameters === null ? null : { instruction: workedInstruction, parameters };
  return withTries({ ...kept, worked, explain: null });
}

/** What follows from how often it was tried. */
export function withTries(strategy: Omit<Strategy, 'successfulAction' | 'successRate'>): Strategy {
  const { method, action, approach, successes, attempts } = strategy;
  return {
    ...strategy,
    successfulAction: successes > 0 ? { method, action, approach } : null,
    successRate: attempts === 0 ? 0 : successes / attempts,
  };
}
