import { defineKind, fromNode } from '../knowledge/kind.js';
import { PROCEDURAL } from '../knowledge/profiles.js';
import { STRATEGY_PROPERTIES, strategyOf } from './strategy.js';
import { strategyTrust, UNTRIED_TRUST } from './trust.js';

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
