/**
 * Result of parsing a text of RTEC rules: pure JSON data, shared by reader, checks, storage and diagrams.
 *
 * Functions that produce or use it:
 * - `RulesReader.read(text): Promise<EventDescription>` (prolog/rules-reader.ts) parses a text. It never rejects
 *   because of the text's content, however hostile; findings are in `problems`.
 * - `extractRules(reply): string` (fences.ts) extracts the rules from a language model's reply, to be parsed afterwards.
 * - `checkRules(description, known): Steps<RuleReport>` (check-rules.ts) checks rules, in steps (common/turns.ts).
 * - `orderDependencies(nodes, edges): Steps<DependencyOrder>` (dependency-order.ts) computes components, levels and
 *   order, for stored graphs, too.
 * - `compareDependencies(declared, extracted)` (dependency-differences.ts).
 * - `normaliseClause(clause): string` (normalise.ts) writes a clause in exported form: prefix `not` becomes `\+`, all
 *   other text is unchanged.
 */
import type { RuleProblem } from './report.model.js';

/** Kind of a node of the dependency graph. A value of a fluent is either SIMPLE or STATICALLY_DETERMINED. */
export enum FluentKind {
  /** Defined by initially, initiatedAt, terminatedAt, initiates, terminates or fi rules. */
  SIMPLE = 'SIMPLE',
  /** Defined by holdsFor rules. */
  STATICALLY_DETERMINED = 'STATICALLY_DETERMINED',
  /** Some values are simple, others statically determined. */
  MIXED = 'MIXED',
  /** An event defined by happensAt rules. */
  OUTPUT_EVENT = 'OUTPUT_EVENT',
  INPUT_EVENT = 'INPUT_EVENT',
  INPUT_FLUENT = 'INPUT_FLUENT',
  /** A name that is neither defined by rules nor known as input. */
  UNDEFINED = 'UNDEFINED',
}

/** Predicate by which a condition refers to a needed fluent or event. `terminates/3` counts as initiates. */
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
 * The shape of an argument or value: `'_'` for a variable, a constant as Prolog writes it (`nearPorts`, `30`, `'Zone
 * 1'`; the atom `_` is `'\'_\''`), or functor and arguments.
 */
export type Pattern = string | readonly [functor: string, args: readonly Pattern[]];

/** A fluent-value pair, or an event (`value` is null), with its constants: `close(_, _, 30) = true`. */
export interface ValuePattern extends Indicator {
  readonly args: readonly Pattern[];
  /** The value; `'_'` for a variable or a missing value, null for an event. */
  readonly value: Pattern | null;
}

/** A clause of the text, with its full stop and comments. */
export interface Clause {
  /** The clause as written, from its first character to its full stop, including comments inside. */
  readonly text: string;
  /** Comments before this clause, as written, without surrounding blank lines; '' if there are none. */
  readonly comment: string;
  /** Comment on the line of its full stop, as written; '' if there is none. */
  readonly trailing: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in characters. */
  readonly column: number;
  readonly endLine: number;
  /** Predicate of the head, `initiatedAt/2`; null for a directive. */
  readonly head: Indicator | null;
  /** The fluent or output event that it defines; null for facts, grounding, declarations, helpers and directives. */
  readonly defines: Indicator | null;
  /** Offsets, in `text`, of each prefix `not` without parentheses, in UTF-16 code units, ascending. */
  readonly prefixNots: readonly number[];
  /** Reason why the clause must not be in a consulted file, worded by the service; null if it is safe. */
  readonly unsafe: string | null;
}

/** A value that the rules of a fluent define. */
export interface DefinedValue {
  /**
   * The value in Prolog notation, such as `true` or `nearPorts`; `_` if a rule that begins the value has a variable in
   * its place.
   */
  readonly value: string;
  readonly fluentKind: FluentKind.SIMPLE | FluentKind.STATICALLY_DETERMINED;
}

/** A fluent or output event that is defined by at least one clause. */
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
  /** True if the condition is on an event, false if it is on a fluent. */
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
  /** True if all of the conditions are negated. */
  readonly negated: boolean;
  /** Line of the first condition, from 1. */
  readonly line: number;
}

/** A call of a predicate that belongs neither to RTEC nor to Prolog, with its position. */
export interface PredicateUse extends Indicator {
  readonly line: number;
  readonly column: number;
  /** True if the first argument is an atom or a compound term, like a fluent with its value, or an event. */
  readonly isShaped: boolean;
}

/** Names declared by the text: by `grounding/1`, or by facts of RTEC's old form: inputEntity, event, simpleFluent, … */
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
  /** Comments after the last clause, as written; '' if there are none. */
  readonly trailingComment: string;
  /** In order of first definition. */
  readonly fluents: readonly DefinedFluent[];
  /** In the order of the text. */
  readonly dependencies: readonly ValueDependency[];
  /** `dependencies` by name; ordered by from, then to (as defined, then by first use). */
  readonly nameDependencies: readonly NameDependency[];
  /** Conditions of clauses with a wrong head. They are checked, but are not treated as dependencies. */
  readonly strayConditions: readonly Omit<ValueDependency, 'from'>[];
  readonly declarations: Declarations;
  /** Groundings of the text, in its order. */
  readonly groundings: readonly (Indicator & { readonly isEvent: boolean; readonly clause: number })[];
  /** Predicates that the text defines in addition to RTEC's own: facts and helpers. */
  readonly helpers: readonly Indicator[];
  /** The head of the first clause of each helper, without declarations. */
  readonly helperHeads: readonly PredicateUse[];
  /** Predicates, name/arity, that any body calls, including bodies of helpers, except those of RTEC and Prolog. */
  readonly called: readonly string[];
  /** Calls in rules of fluents and output events, in the order of the text. */
  readonly predicateUses: readonly PredicateUse[];
  /** Number of clauses that could be read, without directives. */
  readonly clausesRead: number;
  /** Problems found by parsing alone, ordered by position; `checkRules` adds further ones. */
  readonly problems: readonly RuleProblem[];
}

/** A fluent or output event that is stored with rules. */
export interface KnownFluent extends Indicator {
  readonly fluentKind: FluentKind;
  readonly values: readonly { readonly value: string; readonly fluentKind: FluentKind }[];
  /** Extracted dependencies between values. `from` is a value of this fluent. */
  readonly dependencies: readonly Pick<ValueDependency, 'from' | 'to' | 'isEvent'>[];
}

/** Names and stored fluents that are known in addition to the checked text. */
export interface Known {
  readonly inputEvents: readonly Indicator[];
  readonly inputFluents: readonly Indicator[];
  readonly backgroundPredicates: readonly Indicator[];
  /**
   * Stored fluents with rules. If the text also defines such a fluent, it is REDECLARED, and the rules of the text are
   * used.
   */
  readonly fluents: readonly KnownFluent[];
  /**
   * If true, undefined names count as input, as in RTEC's compiler, and are a HINT instead of an ERROR. This is meant
   * for domains that declare no input. Default false.
   */
  readonly inferInputs?: boolean;
  /** Stored fluents, name/arity, whose rules the text repeats unchanged: they are not REDECLARED. */
  readonly unchanged?: readonly string[];
  /** Fluents given to the author of the text as prerequisites; each unused one is an UNUSED_PREREQUISITE. */
  readonly prerequisites?: readonly string[];
}

/** Components, levels and order of a dependency graph. Keys are the caller's names of the nodes. */
export interface DependencyOrder {
  /** Strongly connected components, ordered so that each comes after those it needs. */
  readonly components: readonly (readonly string[])[];
  /** The components flattened. */
  readonly order: readonly string[];
  /**
   * Length of the longest path to a node without dependencies (such as input: 0), counted over components, as in RTEC:
   * all nodes of a component have the same level, and self-dependencies do not count.
   */
  readonly levels: ReadonlyMap<string, number>;
  /** Components of more than one node: the nodes of each need each other. */
  readonly cycles: readonly (readonly string[])[];
}
