import { defineKind } from '../knowledge/kind.js';
import { averageCredit, averageTrust } from '../knowledge/credit.js';
import { PROCEDURAL } from '../knowledge/profiles.js';
import { listTrustSamples } from './fluents.statements.js';

export const fluentKind = defineKind({
  name: 'FLUENT',
  description: 'A fluent of an RTEC event description, with its rules.',
  label: 'Fluent',
  typeName: 'Fluent',
  refPrefix: 'fluent',
  profile: PROCEDURAL,
  policy: () => averageTrust(listTrustSamples),
  credit: () => averageCredit,
});
