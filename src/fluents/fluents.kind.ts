import { defineKind, type KnownThen, type Part } from '../knowledge/kind.js';
import { averageCredit, averageTrust } from '../knowledge/credit.js';
import { PROCEDURAL } from '../knowledge/profiles.js';
import { FluentKind } from '../rtec/event-description.js';
import { kindOfRules } from '../rtec/kind-of-rules.js';
import type { Fluent } from './fluents.model.js';
import type { Knowledge } from '../knowledge/knowledge.model.js';

/**
 * Versioned content of a domain: its fluents, each with its version number (`fluent:MSA/gap@3`), and the clauses that
 * define no fluent. The vocabulary is not versioned.
 */
export const domainPart = {
  name: 'Domain',
  label: 'Domain',
  refPrefix: 'domain',
  content: {
    fields: ['fluents', 'otherClauses'],
    required: ['fluents', 'otherClauses'],
    blank: { fluents: [], otherClauses: [] },
    derived: ['fluents'],
    stays: true,
  },
} as const satisfies Part;

/**
 * Scope of fluents without rules, with the factor of their score: defined fluents should rank above inputs and
 * undefined names. The statements that write or remove rules set the scope.
 */
const WITHOUT_RULES = { 'without-rules': 0.4 } as const;

/** A fluent with the rules and the description of an earlier time. */
function fluentThen(knowledge: Knowledge, { version }: KnownThen): Fluent {
  const fluent = knowledge as Fluent;
  if (!version) return fluent;
  const { rules = null, description = null } = version.state as Partial<Pick<Fluent, 'rules' | 'description'>>;
  if (rules !== null) return { ...fluent, fluentKind: kindOfRules(rules) ?? fluent.fluentKind, rules, description };
  const isInput = fluent.fluentKind === FluentKind.INPUT_EVENT || fluent.fluentKind === FluentKind.INPUT_FLUENT;
  const undefinedThen = isInput ? {} : { fluentKind: FluentKind.UNDEFINED, values: [] };
  return { ...fluent, ...undefinedThen, rules, description };
}

export const fluentKind = defineKind({
  name: 'FLUENT',
  description: 'A fluent of an RTEC event description, with its rules.',
  label: 'Fluent',
  typeName: 'Fluent',
  refPrefix: 'fluent',
  profile: PROCEDURAL,
  policy: () => averageTrust,
  credit: () => averageCredit,
  scopeWeights: () => WITHOUT_RULES,
  // Rules of other fluents may name it, so that without rules it stays as a name.
  content: { fields: ['rules', 'description'], stays: true },
  asKnown: fluentThen,
  parts: [domainPart],
});
