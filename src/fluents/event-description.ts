/**
 * What reading a text of RTEC rules gives. Pure data (JSON all through), shared by reader, checks, storage and diagrams.
 *
 * Who makes and who takes it:
 * - `RulesReader.read(text): Promise<EventDescription>` (prolog/rules-reader.ts) reads; it never rejects for what the text
 *   says, however hostile: that is in `problems`.
 * - `extractRules(reply): string` (fences.ts) takes the rules out of a language model's reply; read its result.
 * - `checkRules(description, known): Steps<RuleReport>` (check-rules.ts) judges; in turns (common/turns.ts).
 * - `orderDependencies(nodes, edges): Steps<DependencyOrder>` (dependency-order.ts): components, levels and order, of stored
 *   graphs too.
 * - `compareDependencies(declared, extracted)` (dependency-differences.ts).
 * - `normaliseClause(clause): string` (event-description's clause as exported: prefix `not` becomes `\+`, all else as
 *   written; normalise.ts).
 */
import type { RuleProblem } from './report.model.js';

/** What a node of the dependency graph is. Of a value: SIMPLE or STATICALLY_DETERMINED. */
export enum FluentKind {
  /** By initially, initiatedAt, terminatedAt, initiates, terminates, fi. */
  SIMPLE = 'SIMPLE',
  /** By holdsFor. */
  STATICALLY_DETERMINED = 'STATICALLY_DETERMINED',
  /** Some values are simple, others statically determined. */
  MIXED = 'MIXED',
  /** By happensAt. */
  OUTPUT_EVENT = 'OUTPUT_EVENT',
  INPUT_EVENT = 'INPUT_EVENT',
  INPUT_FLUENT = 'INPUT_FLUENT',
  /** Named, but nothing says what it is. */
  UNDEFINED = 'UNDEFINED',
}

/** How a condition of a rule refers to what it needs. `terminates/3` counts as initiates: both name the event. */
export type Via =
  | 'happensAt'
  | 'holdsAt'
  | 'holdsFor'
  | 'start'
  | 'end'
  | 'startI'
  | 'endI'
  | 'initiatedAt'
  | 'terminatedAt'
  | 'fi'
  | 'initiates';

/** A fluent, event or predicate: `name/arity`. */
export interface Indicator {
  readonly name: string;
  /** Number of arguments, 0 for an atom. */
  readonly arity: number;
}

/**
 * The shape of an argument or value: `'_'` for a variable, a constant as Prolog writes it (`nearPorts`, `30`, `'Zone 1'`;
 * the atom `_` is `'\'_\''`), or functor and arguments.
 */
export type Pattern = string | readonly [functor: string, args: readonly Pattern[]];

/** A fluent-value pair, or an event (`value` is null), with its constants: `close(_, _, 30) = true`. */
export interface ValuePattern extends Indicator {
  readonly args: readonly Pattern[];
  /** `'_'` also where the text gives no value. */
  readonly value: Pattern | null;
}

/** The part of the text that says something: a clause, with its full stop. */
export interface Clause {
  /** Exactly as written, from its first character to its full stop, comments inside included. */
  readonly text: string;
  /** Comments between the clause before and this one, as written, without blank lines around; '' where there are none. */
  readonly comment: string;
  /** Comment on the line of its full stop, as written; '' where there is none. */
  readonly trailing: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in characters. */
  readonly column: number;
  readonly endLine: number;
  /** Predicate of the head, `initiatedAt/2`; null for a directive. */
  readonly head: Indicator | null;
  /** The fluent or output event it belongs to; null for facts, grounding, declarations, helpers and directives. */
  readonly defines: Indicator | null;
  /** Where prefix `not` stands without parentheses: offsets in `text`, in UTF-16 code units, ascending. */
  readonly prefixNots: readonly number[];
  /** Why it must not stand in a file that is consulted, in words of our own; null where it may. */
  readonly unsafe: string | null;
}

/** A value that the rules of a fluent define. */
export interface DefinedValue {
  /** As Prolog writes it: `true`, `nearPorts`; `_` where a rule that makes it hold leaves it to a variable. */
  readonly value: string;
  readonly fluentKind: FluentKind.SIMPLE | FluentKind.STATICALLY_DETERMINED;
}

/** A fluent or output event with at least one clause of its own. */
export interface DefinedFluent extends Indicator {
  readonly fluentKind:
    FluentKind.SIMPLE | FluentKind.STATICALLY_DETERMINED | FluentKind.MIXED | FluentKind.OUTPUT_EVENT;
  /** In order of first appearance; empty for an output event. */
  readonly values: readonly DefinedValue[];
  /** Indexes into `clauses`, ascending. */
  readonly clauses: readonly number[];
  /** Line of the first clause, from 1. */
  readonly line: number;
}

/** One condition of one rule: `from` needs `to`. */
export interface ValueDependency {
  readonly from: ValuePattern;
  readonly to: ValuePattern;
  /** The condition speaks of an event, not of a fluent. */
  readonly isEvent: boolean;
  readonly via: Via;
  readonly negated: boolean;
  /** Index into `clauses`. */
  readonly clause: number;
  /** Line of the condition, from 1. */
  readonly line: number;
  readonly column: number;
}

/** All conditions by which one fluent or output event needs another, taken together. Self-dependencies are listed. */
export interface NameDependency {
  readonly from: Indicator;
  readonly to: Indicator;
  readonly isEvent: boolean;
  /** Ascending, each once. */
  readonly via: readonly Via[];
  /** Every one of the conditions is negated. */
  readonly negated: boolean;
  /** Line of the first condition, from 1. */
  readonly line: number;
}

/** A predicate that a rule calls and that is no predicate of RTEC or Prolog. */
export interface PredicateUse extends Indicator {
  readonly line: number;
  readonly column: number;
  /** Its first argument is a fluent with its value, or may be an event. */
  readonly isShaped: boolean;
}

/** What the text itself declares: `grounding/1`, and the old form's inputEntity, event, simpleFluent, sDFluent, … facts. */
export interface Declarations {
  readonly events: readonly Indicator[];
  readonly fluents: readonly Indicator[];
}

/** A parsed RTEC event description. */
export interface EventDescription {
  /** In the order of the text, directives included. */
  readonly clauses: readonly Clause[];
  /** For each clause, by the same index, the fluent-value pair or event that its head defines; null if it defines none. */
  readonly heads: readonly (ValuePattern | null)[];
  /** Comments after the last clause, as written; '' where there are none. */
  readonly trailingComment: string;
  /** In order of first definition. */
  readonly fluents: readonly DefinedFluent[];
  /** In the order of the text. */
  readonly dependencies: readonly ValueDependency[];
  /** `dependencies` by name; ordered by from, then to (as defined, then by first use). */
  readonly nameDependencies: readonly NameDependency[];
  /** Conditions of clauses whose head is wrong: they are judged, and no dependencies. */
  readonly strayConditions: readonly Omit<ValueDependency, 'from'>[];
  readonly declarations: Declarations;
  /** Groundings of the text, in its order. */
  readonly groundings: readonly (Indicator & { readonly isEvent: boolean; readonly clause: number })[];
  /** Predicates that clauses of the text define besides RTEC's own: facts and helpers. */
  readonly helpers: readonly Indicator[];
  /** The first clause of each of these, declarations left out. */
  readonly helperHeads: readonly PredicateUse[];
  /** What any body calls besides RTEC's and Prolog's predicates, bodies of helpers included: name/arity. */
  readonly called: readonly string[];
  /** Called by rules of fluents and output events; in the order of the text. */
  readonly predicateUses: readonly PredicateUse[];
  /** Clauses that could be read, directives not counted. */
  readonly clausesRead: number;
  /** What reading alone can tell; ordered by position. `checkRules` adds to them. */
  readonly problems: readonly RuleProblem[];
}

/** A fluent or output event that is stored with rules. */
export interface KnownFluent extends Indicator {
  readonly fluentKind: FluentKind;
  readonly values: readonly { readonly value: string; readonly fluentKind: FluentKind }[];
  /** Its extracted dependencies at value level, as they were read (`from` is this fluent). */
  readonly dependencies: readonly Pick<ValueDependency, 'from' | 'to' | 'isEvent'>[];
}

/** What is known besides the text that is checked. */
export interface Known {
  readonly inputEvents: readonly Indicator[];
  readonly inputFluents: readonly Indicator[];
  readonly backgroundPredicates: readonly Indicator[];
  /** Stored ones that have rules. Those the text defines too are REDECLARED, and the text's rules count. */
  readonly fluents: readonly KnownFluent[];
  /**
   * Takes what nothing defines for an input, as RTEC's compiler does, and gives a hint instead of an error: for a whole
   * event description in a domain that declares no vocabulary. False where left out.
   */
  readonly inferInputs?: boolean;
  /** Of the stored fluents those whose rules the text repeats as they are, name/arity: nothing is declared anew. */
  readonly unchanged?: readonly string[];
  /** Names of fluents that were given to the author of the text; each that it does not use is an UNUSED_PREREQUISITE. */
  readonly prerequisites?: readonly string[];
}

/** Components, levels and order of a dependency graph. Keys are whatever the caller names its nodes by. */
export interface DependencyOrder {
  /** Strongly connected components, in an order in which each comes after what it needs. */
  readonly components: readonly (readonly string[])[];
  /** The components flattened. */
  readonly order: readonly string[];
  /**
   * Longest path from what needs nothing (input: 0), counted over components, as RTEC does: all of one component have the
   * same level, and a dependency on itself does not count.
   */
  readonly levels: ReadonlyMap<string, number>;
  /** Components of more than one node: what needs each other. */
  readonly cycles: readonly (readonly string[])[];
}
