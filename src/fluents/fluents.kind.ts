import { defineKind } from '../knowledge/kind.js';
import { PROCEDURAL } from '../knowledge/profiles.js';

export const fluentKind = defineKind({
  name: 'FLUENT',
  description: 'A fluent of an RTEC event description, with its rules.',
  label: 'Fluent',
  typeName: 'Fluent',
  refPrefix: 'fluent',
  profile: PROCEDURAL,
});
