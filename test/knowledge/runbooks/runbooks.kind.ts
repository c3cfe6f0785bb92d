import { laplacePolicy } from '../../../src/evidence/policies/laplace.js';
import { COMMON_PROPERTIES, defineKind, fromNode } from '../../../src/knowledge/kind.js';
import { PROCEDURAL } from '../../../src/knowledge/profiles.js';
import type { Runbook } from './runbooks.model.js';

/** The prior is one success in two assumed attempts. */
export const runbookTrust = laplacePolicy({ priorSuccesses: 1, priorAttempts: 2 });

/** Instructions for alarms: a kind of knowledge that no room of the service knows. */
export const runbookKind = defineKind({
  name: 'RUNBOOK',
  description: 'What to do when an alarm rings.',
  label: 'Runbook',
  typeName: 'Runbook',
  refPrefix: 'runbook',
  profile: PROCEDURAL,
  policy: () => runbookTrust,
  fromNode: fromNode<Runbook>([...COMMON_PROPERTIES, 'alarm'], (runbook) => runbook),
});
