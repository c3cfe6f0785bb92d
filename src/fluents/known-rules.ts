import { hashOf } from '../common/hash.js';
import { compare } from '../common/text.js';
import { eachInTurns } from '../common/turns.js';
import { knownBeside, rulesOf, type ValueDependencies } from './domain-draft.js';
import { type EventDescription, FluentKind, type Known } from '../rtec/event-description.js';
import { FluentIds, labelOf } from '../rtec/fluent-names.js';
import type { Vocabulary } from './fluents.model.js';
import type { DomainReader } from './fluents.repository.js';
import type { NameRow } from './fluents.statements.js';
import { normaliseClause } from '../rtec/normalise.js';

// Reads the stored knowledge that a text is checked against.

/**
 * The names that are known in addition to a text. Value dependencies are read only for stored fluents that its rules
 * need directly or indirectly.
 */
export async function knownTo(
  text: EventDescription,
  reader: DomainReader,
  names: readonly NameRow[],
  vocabulary: Pick<Vocabulary, 'inputEvents' | 'inputFluents' | 'backgroundPredicates'>,
): Promise<Known> {
  const ids = new FluentIds(reader.domain.name, names);
  const needed = text.nameDependencies.flatMap(({ to }) => ids.find(to.name, to.arity) ?? []);
  const reached = await reader.dependencies([...new Set(needed.map(({ id }) => id))]);
  const stored = await reader.valueDependencies(reached.filter(({ defined }) => defined).map(({ id }) => id));
  const dependencies = new Map([...stored].map(([id, json]) => [id, JSON.parse(json) as ValueDependencies]));
  const unchanged = await unchangedIn(text, reader, ids);
  return { ...knownBeside(text, names, vocabulary, dependencies), unchanged };
}

/** Fluents of the text, name/arity, whose rules equal the stored ones in exported form. */
async function unchangedIn(text: EventDescription, reader: DomainReader, ids: FluentIds): Promise<string[]> {
  const stored = text.fluents.flatMap((fluent) => {
    const node = ids.find(fluent.name, fluent.arity);
    return node ? [{ fluent, id: node.id }] : [];
  });
  const rules = await reader.rules(stored.map(({ id }) => id));
  const same: string[] = [];
  await eachInTurns(stored, ({ fluent, id }) => {
    if (rules.get(id) === rulesOf(fluent, text, normaliseClause)) same.push(labelOf(fluent));
  });
  return same;
}

/** Version hash of all rules and other clauses of a domain in exported form: equal rules have equal hashes. */
export async function versionOf(reader: DomainReader, names: readonly NameRow[]): Promise<string> {
  const rules = await reader.rules(names.filter(({ defined }) => defined).map(({ id }) => id));
  return hashOf([[...rules].sort(([a], [b]) => compare(a, b)), reader.domain.otherClauses]);
}

export function withoutRules(row: NameRow): NameRow {
  return { ...row, defined: false, fluentKind: FluentKind.UNDEFINED, values: [], named: true };
}
