import {
  type DefinedFluent,
  type DefinedValue,
  FluentKind,
  type Indicator,
  type NameDependency,
  type ValueDependency,
  type Via,
} from '../event-description.js';
import { label } from '../problems.js';
import type { HeadKind } from './rtec.js';

// Combines all clauses of a text: the values of each fluent, and the dependencies between names.

/** A fluent or event that clauses define, collected while the text is read. */
export interface Found extends Indicator {
  readonly defs: { readonly kind: HeadKind | 'happens'; readonly value: string }[];
  readonly clauses: number[];
  readonly line: number;
}

/**
 * @param grounded values for which the fluent is grounded. RTEC uses them in place of a variable value; by default the
 * variable is kept
 */
export function toFluent(
  { name, arity, defs, clauses, line }: Found,
  grounded: readonly string[] = ['_'],
): DefinedFluent {
  const ofFluent = defs.filter(({ kind }) => kind !== 'happens');
  if (ofFluent.length === 0) return { name, arity, fluentKind: FluentKind.OUTPUT_EVENT, values: [], clauses, line };
  // Clauses that end or renew a variable value do not show which values exist.
  const telling = ofFluent.filter(({ kind, value }) => value !== '_' || kind === 'initiates' || kind === 'holds');
  const kinds = new Map<string, DefinedValue['fluentKind']>();
  const told = new Set<string>();
  for (const { kind, value } of telling.length > 0 ? telling : ofFluent) {
    const way = `${String(kind === 'holds')} ${value}`;
    if (told.has(way)) continue;
    told.add(way);
    for (const each of value === '_' ? grounded : [value]) {
      // RTEC ignores a holdsFor definition of a value that is also simple.
      if (kind !== 'holds') kinds.set(each, FluentKind.SIMPLE);
      else if (!kinds.has(each)) kinds.set(each, FluentKind.STATICALLY_DETERMINED);
    }
  }
  const values = [...kinds].map(([value, fluentKind]) => ({ value, fluentKind }));
  const [first] = values;
  const fluentKind =
    first && values.every((each) => each.fluentKind === first.fluentKind) ? first.fluentKind : FluentKind.MIXED;
  return { name, arity, fluentKind, values, clauses, line };
}

export function byName(fluents: readonly DefinedFluent[], dependencies: readonly ValueDependency[]): NameDependency[] {
  const defined = new Map(fluents.map((fluent, index) => [label(fluent), index]));
  const groups = new Map<string, { first: ValueDependency; via: Set<Via>; negated: boolean }>();
  for (const dependency of dependencies) {
    const key = `${label(dependency.from)} ${label(dependency.to)} ${String(dependency.isEvent)}`;
    const group = groups.get(key) ?? { first: dependency, via: new Set<Via>(), negated: true };
    groups.set(key, group);
    group.via.add(dependency.via);
    group.negated &&= dependency.negated;
  }
  const rank = (indicator: Indicator) => defined.get(label(indicator)) ?? fluents.length;
  return [...groups.values()]
    .map(({ first, via, negated }) => ({
      from: { name: first.from.name, arity: first.from.arity },
      to: { name: first.to.name, arity: first.to.arity },
      isEvent: first.isEvent,
      via: [...via].sort(),
      negated,
      line: first.line,
    }))
    .toSorted((a, b) => rank(a.from) - rank(b.from) || rank(a.to) - rank(b.to));
}
