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

/**
 * The scope of a node without rules, and the factor of its score: who looks for words wants what they define before inputs, and
 * names that nothing defines. The statements that take rules away or give them set it.
 */
const WITHOUT_RULES = { 'without-rules': 0.4 } as const;

export const fluentKind = defineKind({
  name: 'FLUENT',
  description: 'A fluent of an RTEC event description, with its rules.',
  label: 'Fluent',
  typeName: 'Fluent',
  refPrefix: 'fluent',
  profile: PROCEDURAL,
  policy: () => averageTrust(listTrustSamples),
  credit: () => averageCredit,
  scopeWeights: () => WITHOUT_RULES,
  content: { fields: ['rules', 'description'] },
  parts: [domainPart],
});
