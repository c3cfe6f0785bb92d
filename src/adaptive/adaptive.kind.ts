import { defineKind } from '../knowledge/kind.js';
import { PROCEDURAL } from '../knowledge/profiles.js';
import type { StoredStrategy } from './adaptive.statements.js';
import { STRATEGY_PROPERTIES, strategyOf } from './strategy.js';
import { strategyTrust } from './trust.js';

export const strategyKind = defineKind({
  name: 'STRATEGY',
  description: 'What a kind of task was best solved with.',
  label: 'Strategy',
  typeName: 'Strategy',
  refPrefix: 'strategy',
  profile: PROCEDURAL,
  policy: () => strategyTrust,
  properties: STRATEGY_PROPERTIES,
  fromProperties: (properties) => strategyOf(properties as unknown as StoredStrategy),
});
