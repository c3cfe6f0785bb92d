import { defineKind, type Part } from '../knowledge/kind.js';
import { averageCredit, averageTrust } from '../knowledge/credit.js';
import { PROCEDURAL } from '../knowledge/profiles.js';
import { listTrustSamples } from './fluents.statements.js';

/**
 * What a domain says in rules: its fluents, each with the number of its version (`fluent:MSA/gap@3`), and the clauses that define
 * none. Its vocabulary is declared anew as a whole, and no part of it.
 */
export const domainPart = {
  name: 'Domain',
  label: 'Domain',
  refPrefix: 'domain',
  content: { fields: ['fluents', 'otherClauses'], required: ['fluents', 'otherClauses'] },
} as const satisfies Part;

export const fluentKind = defineKind({
  name: 'FLUENT',
  description: 'A fluent of an RTEC event description, with its rules.',
  label: 'Fluent',
  typeName: 'Fluent',
  refPrefix: 'fluent',
  profile: PROCEDURAL,
  policy: () => averageTrust(listTrustSamples),
  credit: () => averageCredit,
  content: { fields: ['rules', 'description'] },
  parts: [domainPart],
});
