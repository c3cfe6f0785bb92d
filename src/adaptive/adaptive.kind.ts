import { defineKind, fromNode } from '../knowledge/kind.js';
import { PROCEDURAL } from '../knowledge/profiles.js';
import { STRATEGY_PROPERTIES, strategyOf } from './strategy.js';
import { strategyCredit, strategyTrust } from './trust.js';

export const strategyKind = defineKind({
  name: 'STRATEGY',
  description: 'An action that was tried for a kind of request, with its record.',
  label: 'Strategy',
  typeName: 'Strategy',
  refPrefix: 'strategy',
  profile: PROCEDURAL,
  // (0 + 1) / (0 + 2)
  usualTrust: () => 0.5,
  policy: () => strategyTrust,
  credit: () => strategyCredit,
  effectUnit: 'TASK_STEP',
  fromNode: fromNode(STRATEGY_PROPERTIES, strategyOf),
});
