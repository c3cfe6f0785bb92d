import { byId } from '../common/text.js';
import { groupBy } from '../common/group-by.js';
import { runInTurns } from '../common/turns.js';
import { domainToken, facetsOf } from '../knowledge/facets.js';
import { fluentKind } from './fluents.kind.js';
import { type Edge, orderDependencies } from '../rtec/dependency-order.js';
import {
  type Clause,
  type DefinedFluent,
  type DependencyOrder,
  type EventDescription,
  FluentKind,
  type Indicator,
  type Known,
  type NameDependency,
} from '../rtec/event-description.js';
import { indicatorOf, labelOf, type NamedNode, textOf } from '../rtec/fluent-names.js';
import { normaliseClause } from '../rtec/normalise.js';
import type { Vocabulary } from './fluents.model.js';
import type { FluentProperties, GraphNode, NameRow, TextRow } from './fluents.statements.js';

// Computes which changes a write makes to a domain, before they are written.

export const INPUT_KINDS: ReadonlySet<FluentKind> = new Set([FluentKind.INPUT_EVENT, FluentKind.INPUT_FLUENT]);

/** Collects the wanted properties of nodes and compares them with the stored ones. */
export class Draft {
  private readonly wanted = new Map<string, { readonly node: NamedNode; properties: FluentProperties }>();
  private readonly stored: ReadonlyMap<string, NameRow>;

  constructor(
    private readonly namespace: string,
    private readonly domain: string,
    names: readonly NameRow[],
    private readonly texts: ReadonlyMap<string, TextRow>,
  ) {
    this.stored = new Map(names.map((row) => [row.id, row]));
  }

  storedAs({ id }: NamedNode): NameRow | undefined {
    return this.stored.get(id);
  }

  /** Sets properties of a node, in addition to those set before. */
  set(node: NamedNode, properties: FluentProperties): void {
    const before = this.wanted.get(node.id);
    this.wanted.set(node.id, { node, properties: { ...before?.properties, ...properties } });
  }

  /** All properties of new nodes, and the changed properties of stored nodes, by id. */
  nodes(): { readonly id: string; readonly properties: FluentProperties }[] {
    return [...this.wanted.values()]
      .map(({ node, properties }) => ({ id: node.id, properties: this.changes(node, properties) }))
      .filter(({ properties }) => Object.keys(properties).length > 0)
      .sort(byId);
  }

  private changes(node: NamedNode, properties: FluentProperties): FluentProperties {
    const stored = this.stored.get(node.id);
    const texts = this.texts.get(node.id);
    const description = properties.description === undefined ? (texts?.description ?? null) : properties.description;
    const rules = properties.rules === undefined ? (texts?.rules ?? null) : properties.rules;
    const text = textOf(node.name, description, rules);
    const whole: FluentProperties = { name: node.name, arity: node.arity, title: node.name, text, ...properties };
    if (!stored) {
      const tokens = [domainToken(this.domain)];
      return { ...whole, facets: facetsOf({ namespace: this.namespace, kind: fluentKind.name, tokens }) };
    }
    const before: FluentProperties = {
      ...stored,
      title: texts?.title ?? node.name,
      ...(texts && { text: texts.text }),
      ...(typeof texts?.rules === 'string' && { rules: texts.rules }),
      ...(typeof texts?.description === 'string' && { description: texts.description }),
    };
    const isChanged = (key: keyof FluentProperties) => before[key] !== whole[key];
    // The same rules have the same dependencies. A difference is due to a newer version of the reader, and is not a
    // change of the fluent.
    const keys = (Object.keys(whole) as (keyof FluentProperties)[]).filter(
      (key) => isChanged(key) && !(DERIVED.has(key) && whole.rules === before.rules),
    );
    // Title and text are embedded together, so if the text changes, both are needed.
    if (keys.includes('text')) keys.push('title');
    return Object.fromEntries(keys.map((key) => [key, whole[key]]));
  }
}

const DERIVED: ReadonlySet<string> = new Set(['exportRules', 'valueDependencies']);

/** Kinds of the declared inputs, by name/arity. */
export function inputKinds({
  inputEvents,
  inputFluents,
}: Pick<Vocabulary, 'inputEvents' | 'inputFluents'>): ReadonlyMap<string, FluentKind> {
  return new Map([
    ...inputFluents.map((label) => [label, FluentKind.INPUT_FLUENT] as const),
    ...inputEvents.map((label) => [label, FluentKind.INPUT_EVENT] as const),
  ]);
}

/**
 * Inputs of a whole event description: names that it does not define, but that its rules need, or that it grounds or
 * declares. RTEC's compiler treats such names as input, too.
 */
export function inferredInputs(
  text: EventDescription,
  dependencies: readonly NameDependency[],
): Map<string, { readonly indicator: Indicator; readonly fluentKind: FluentKind }> {
  const defined = new Set(text.fluents.map(labelOf));
  const { events, fluents } = text.declarations;
  const found = [
    ...dependencies.map(({ to, isEvent }) => ({ indicator: to, isEvent })),
    ...events.map((indicator) => ({ indicator, isEvent: true })),
    ...fluents.map((indicator) => ({ indicator, isEvent: false })),
  ];
  const inputs = new Map<string, { indicator: Indicator; fluentKind: FluentKind }>();
  for (const { indicator, isEvent } of found) {
    const label = labelOf(indicator);
    if (defined.has(label) || inputs.has(label)) continue;
    inputs.set(label, { indicator, fluentKind: isEvent ? FluentKind.INPUT_EVENT : FluentKind.INPUT_FLUENT });
  }
  return inputs;
}

/** Dependencies between fluent-value pairs, as read from the stored rules of a domain. */
export type ValueDependencies = Known['fluents'][number]['dependencies'];

/**
 * The names that are known in addition to a text: the vocabulary, and stored fluents with rules.
 *
 * @param dependencies dependencies, by id, of the stored fluents that the rules of the text need directly or
 * indirectly; other fluents cannot be part of a cycle
 */
export function knownBeside(
  text: EventDescription,
  names: readonly NameRow[],
  vocabulary: Pick<Vocabulary, 'inputEvents' | 'inputFluents' | 'backgroundPredicates'>,
  dependencies: ReadonlyMap<string, ValueDependencies>,
): Known {
  const defined = new Set(text.fluents.map(labelOf));
  // Names that an import inferred as input are not treated as declared, because a later text may define them.
  const inferred = (kind: FluentKind) =>
    names.filter(({ fluentKind, ...node }) => fluentKind === kind && !defined.has(labelOf(node))).map(labelOf);
  const indicators = (labels: readonly string[]) => [...new Set(labels)].flatMap((label) => indicatorOf(label) ?? []);
  return {
    inputEvents: indicators([...vocabulary.inputEvents, ...inferred(FluentKind.INPUT_EVENT)]),
    inputFluents: indicators([...vocabulary.inputFluents, ...inferred(FluentKind.INPUT_FLUENT)]),
    backgroundPredicates: indicators(vocabulary.backgroundPredicates),
    fluents: names.flatMap(({ id, name, arity, fluentKind, values, defined: hasRules }) =>
      hasRules && arity !== null
        ? [
            {
              name,
              arity,
              fluentKind,
              values: values.map(([value, kind]) => ({ value, fluentKind: kind })),
              dependencies: dependencies.get(id) ?? [],
            },
          ]
        : [],
    ),
  };
}

/** The clauses of one fluent, with the comments before each, separated by blank lines. */
export function rulesOf(
  { clauses }: Pick<DefinedFluent, 'clauses'>,
  text: EventDescription,
  write: (clause: Clause) => string,
): string {
  return clauses
    .flatMap((index) => text.clauses[index] ?? [])
    .map(withComment(write))
    .join('\n\n');
}

/** Value-level dependencies in stored form, by the name/arity of the fluent that needs the other. */
export function valueDependenciesOf(text: EventDescription): ReadonlyMap<string, ValueDependencies> {
  const all = groupBy(text.dependencies, ({ from }) => labelOf(from));
  return new Map([...all].map(([label, own]) => [label, own.map(({ from, to, isEvent }) => ({ from, to, isEvent }))]));
}

/** Clauses that define no fluent: the stored ones that the text does not contain, then those of the text, in order. */
export function withOtherClauses(stored: readonly string[], text: EventDescription): string[] {
  const others = text.clauses
    // Directives have no head; only dynamic and discontiguous declarations are safe, and only they are kept.
    .filter(({ defines, unsafe }) => defines === null && unsafe === null)
    .filter(({ head, text: written }) => head !== null || written.startsWith(':-'))
    .map(withComment(normaliseClause));
  const given = new Set(others);
  return [...stored.filter((clause) => !given.has(clause)), ...given];
}

/** The clauses of a text with the comments before them, in exported form. */
export function exportedClauses(text: EventDescription): string[] {
  return text.clauses.map(withComment(normaliseClause));
}

function withComment(write: (clause: Clause) => string): (clause: Clause) => string {
  return (clause) => (clause.comment === '' ? write(clause) : `${clause.comment}\n${write(clause)}`);
}

/** Description of a name, looked up by name/arity, then by name. */
export function descriptionOf({ descriptions }: Pick<Vocabulary, 'descriptions'>, name: Indicator): string | undefined {
  const own = (key: string) => (Object.hasOwn(descriptions, key) ? descriptions[key] : undefined);
  return own(labelOf(name)) ?? own(name.name);
}

export function isMissing({ fluentKind, defined }: Pick<GraphNode, 'fluentKind' | 'defined'>): boolean {
  return !defined && !INPUT_KINDS.has(fluentKind);
}

/** Order and levels of stored nodes. */
export function orderOf(nodes: readonly GraphNode[]): Promise<DependencyOrder> {
  const sorted = nodes.toSorted(byId);
  const ids = sorted.map(({ id }) => id);
  return runInTurns(orderDependencies(ids, edgesOf(sorted)));
}

function* edgesOf(nodes: readonly GraphNode[]): Iterable<Edge> {
  for (const { id, needs } of nodes) for (const to of needs) yield { from: id, to };
}
