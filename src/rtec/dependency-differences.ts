import { compare } from '../common/text.js';

/** A dependency between two fluents, by their names. */
export interface DependencyPair {
  /** Name of the fluent that needs the other fluent. */
  readonly from: string;
  /** … this one. */
  readonly to: string;
}

/** Differences between the declared dependencies of a domain and those extracted from its rules. */
export interface DependencyComparison {
  /** Pairs that are declared, but not read from the rules, including the reversed ones. */
  readonly declaredOnly: readonly DependencyPair[];
  readonly extractedOnly: readonly DependencyPair[];
  /** Declared pairs that the rules show in the opposite direction, but not in the declared one. */
  readonly reversed: readonly DependencyPair[];
  readonly common: number;
  readonly declaredNamesOnly: readonly string[];
  readonly extractedNamesOnly: readonly string[];
}

/**
 * Compares declared dependencies with those read from rules, by name; self-dependencies and repeated pairs are ignored.
 * All lists are ordered by from, then to.
 *
 * @param declared the imported dependencies: names of the needed fluents by the name of the fluent that needs them
 * @param extracted dependencies between fluents that have rules, input left out
 * @param defined names of the fluents that have rules
 */
export function compareDependencies(
  declared: Readonly<Record<string, readonly string[]>>,
  extracted: readonly DependencyPair[],
  defined: readonly string[],
): DependencyComparison {
  const said = byKey(Object.entries(declared).flatMap(([from, needs]) => needs.map((to) => ({ from, to }))));
  const read = byKey(extracted);
  const names = new Set([...Object.keys(declared), ...Object.values(declared).flat()]);
  const known = new Set(defined);
  const declaredOnly = [...said].filter(([key]) => !read.has(key)).map(([, pair]) => pair);
  return {
    declaredOnly: ordered(declaredOnly),
    extractedOnly: ordered([...read].filter(([key]) => !said.has(key)).map(([, pair]) => pair)),
    reversed: ordered(declaredOnly.filter(({ from, to }) => read.has(keyOf({ from: to, to: from })))),
    common: [...said.keys()].filter((key) => read.has(key)).length,
    declaredNamesOnly: [...names].filter((name) => !known.has(name)).sort(),
    extractedNamesOnly: [...known].filter((name) => !names.has(name)).sort(),
  };
}

const keyOf = ({ from, to }: DependencyPair) => JSON.stringify([from, to]);

function byKey(pairs: readonly DependencyPair[]): Map<string, DependencyPair> {
  return new Map(
    pairs.filter(({ from, to }) => from !== to).map(({ from, to }) => [keyOf({ from, to }), { from, to }]),
  );
}

function ordered(pairs: readonly DependencyPair[]): DependencyPair[] {
  return pairs.toSorted((a, b) => compare(a.from, b.from) || compare(a.to, b.to));
}
