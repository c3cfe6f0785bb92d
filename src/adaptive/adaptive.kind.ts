import { COMMON_PROPERTIES, defineKind, fromNode } from '../knowledge/kind.js';
import { PROCEDURAL } from '../knowledge/profiles.js';
import type { StoredStrategy } from './adaptive.statements.js';
import type { Strategy } from './strategy.model.js';
import { strategyTrust, UNTRIED_TRUST } from './trust.js';

/** Properties of a node from which a strategy is built. */
const STRATEGY_PROPERTIES: readonly (keyof StoredStrategy)[] = [
  ...COMMON_PROPERTIES,
  'pattern',
  'method',
  'action',
  'approach',
  'attempts',
  'successes',
  'objectives',
  'lastIssue',
  'lastIssueFor',
  'lastUpdated',
  'credited',
  'creditedSuccesses',
  'learned',
  'learnedFor',
  'workedFor',
  'workedInstruction',
  'workedParameters',
];

export const strategyKind = defineKind({
  name: 'STRATEGY',
  description: 'An action that was tried for a kind of request, with its record.',
  label: 'Strategy',
  typeName: 'Strategy',
  refPrefix: 'strategy',
  profile: PROCEDURAL,
  usualTrust: () => UNTRIED_TRUST,
  policy: () => strategyTrust,
  // The outcome of a context counts as a fraction of an attempt, equal to the strategy's share in that context.
  credit: () => ({ onlyNamed: false, weigh: (share) => share }),
  effectUnit: 'TASK_STEP',
  fromNode: fromNode(STRATEGY_PROPERTIES, strategyOf),
});

/** Builds a strategy from the properties of its node. */
export function strategyOf({ workedInstruction, workedParameters, workedFor, ...kept }: StoredStrategy): Strategy {
  const parameters = workedParameters === null ? null : (JSON.parse(workedParameters) as Record<string, unknown>);
  const worked =
    workedInstruction === null && parameters === null
      ? null
      : { instruction: workedInstruction, parameters, objective: workedFor };
  return withTries({ ...kept, worked, explain: null });
}

/** Adds the fields that are computed from attempts and successes. */
export function withTries(strategy: Omit<Strategy, 'successfulAction' | 'successRate'>): Strategy {
  const { method, action, approach, successes, attempts } = strategy;
  return {
    ...strategy,
    successfulAction: successes > 0 ? { method, action, approach } : null,
    successRate: attempts === 0 ? 0 : successes / attempts,
  };
}
