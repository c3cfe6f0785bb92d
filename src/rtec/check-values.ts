import type { Steps } from '../common/turns.js';
import type {
  DefinedFluent,
  EventDescription,
  Indicator,
  Known,
  Pattern,
  ValueDependency,
  ValuePattern,
} from './event-description.js';
import { nearBudget, nearest } from './near-name.js';
import { printPattern } from './pattern.js';
import { label, type Place } from './problems.js';
import { RuleProblemKind, Severity } from './report.model.js';
import { unify } from './value-graph.js';

// Checks of the values of a fluent that need all its clauses.

/** A problem with the values of a fluent, whose place in the text is not known yet. */
export interface ValueProblem {
  readonly kind: RuleProblemKind;
  readonly message: string;
  readonly about: Indicator;
  /** Index of the clause, if `place` is not given. */
  readonly clause?: number;
  readonly place?: Place;
  readonly severity?: Severity;
}

/** Checks the values that rules define, and the values that their conditions refer to. */
export function* checkValues(text: EventDescription, known: Known): Steps<readonly ValueProblem[]> {
  const found: ValueProblem[] = [];
  const lapses = new Map<string, ValuePattern[]>();
  const needs = new Map<number, ValuePattern[]>();
  for (const { via, to, clause } of text.dependencies) {
    yield;
    append(needs, clause, to);
    if (via === 'fi') append(lapses, label(to), to);
  }
  const values = new DefinedValues(known);
  for (const fluent of text.fluents) {
    yield;
    const heads = headsOf(text, fluent);
    values.replace(fluent, heads);
    for (const check of [mixed, terminated, neverBegun, endless, second]) {
      found.push(...(yield* check({ fluent, ...heads, lapses: lapses.get(label(fluent)) ?? [], needs })));
    }
  }
  for (const condition of [...text.dependencies, ...text.strayConditions]) {
    yield;
    const wrong = values.check(condition, text);
    if (wrong) found.push(wrong);
  }
  return found;
}

interface Head {
  readonly pattern: ValuePattern;
  readonly clause: number;
}

interface Heads {
  readonly begins: readonly Head[];
  readonly ends: readonly Head[];
  readonly holds: readonly Head[];
}

interface Subject extends Heads {
  readonly fluent: DefinedFluent;
  /** Values of the fluent from which a deadline (fi) starts. */
  readonly lapses: readonly ValuePattern[];
  /** Fluents and events that a clause refers to, by the index of the clause. */
  readonly needs: ReadonlyMap<number, readonly ValuePattern[]>;
}

function headsOf(text: EventDescription, fluent: DefinedFluent): Heads {
  const heads = fluent.clauses.flatMap((clause) => {
    const head = text.clauses[clause]?.head;
    const pattern = text.heads[clause];
    return head && pattern && pattern.value !== null ? [{ form: head.name, pattern, clause }] : [];
  });
  const of = (...forms: string[]) => heads.filter(({ form }) => forms.includes(form));
  return {
    begins: of('initially', 'initiatedAt', 'initiates', 'fi'),
    ends: of('terminatedAt', 'terminates'),
    holds: of('holdsFor'),
  };
}

function* mixed({ fluent, begins, ends, holds, needs }: Subject): Steps<ValueProblem[]> {
  const simple = [...begins, ...ends].filter(({ pattern }) => isConstant(pattern.value));
  const both = yield* first(
    holds,
    ({ pattern }) => isConstant(pattern.value) && simple.some((other) => unify(other.pattern, pattern)),
  );
  if (!both) return [];
  const needed = needs.get(both.clause) ?? [];
  const value = `${label(fluent)}=${text(both.pattern.value)}`;
  const onlyOwn = needed.length > 0 && needed.every((to) => label(to) === label(fluent));
  const about = { about: fluent, clause: both.clause };
  if (onlyOwn && needed.some((to) => unify(to, both.pattern))) {
    const message = `${value} is defined by holdsFor from itself, and by initiatedAt or its like: RTEC takes it for simple and ignores the holdsFor rule. Take that out.`;
    return [{ kind: RuleProblemKind.SELF_DEFINITION, message, ...about }];
  }
  const message = `${value} is defined by holdsFor and by initiatedAt or its like: one value is either statically determined or simple.`;
  // A rule that defines the value as the complement of the fluent's other values is redundant: RTEC ignores it.
  const severity = onlyOwn ? Severity.WARNING : Severity.ERROR;
  return [{ kind: RuleProblemKind.MIXED_DEFINITION, message, ...about, severity }];
}

/**
 * Reports terminatedAt with a variable value for a fluent with holdsFor rules, because RTEC applies such a rule only to
 * simple values.
 */
function* terminated({ fluent, begins, ends, holds }: Subject): Steps<ValueProblem[]> {
  if (holds.length === 0) return [];
  const end = yield* first(ends, ({ pattern }) => pattern.value === '_');
  if (!end) return [];
  const message =
    begins.length === 0
      ? `${label(fluent)} is defined by holdsFor, whose intervals end by themselves: terminatedAt ends nothing of it. Take it out.`
      : `terminatedAt ends the values of ${label(fluent)} that initiatedAt begins, and none of those that holdsFor defines: say which value is meant.`;
  const severity = begins.length === 0 ? Severity.ERROR : Severity.WARNING;
  return [{ kind: RuleProblemKind.TERMINATED_BY_RULE, message, about: fluent, clause: end.clause, severity }];
}

function* neverBegun({ fluent, begins, ends, holds }: Subject): Steps<ValueProblem[]> {
  const beginning = [...begins, ...holds];
  const never = yield* first(ends, ({ pattern }) => !beginning.some((other) => unify(other.pattern, pattern)));
  if (!never) return [];
  const message = `Nothing initiates ${label(fluent)}=${text(never.pattern.value)}: it is terminated, but never begins.`;
  return [{ kind: RuleProblemKind.MISSING_INITIATION, message, about: fluent, clause: never.clause }];
}

function* endless({ fluent, begins, ends, lapses }: Subject): Steps<ValueProblem[]> {
  // A value also ends when another value of the fluent begins, or by a deadline that starts from the value.
  const ending = [...ends.map((end) => end.pattern), ...lapses];
  const isOnlyValue = new Set(begins.map(({ pattern }) => text(pattern.value))).size === 1;
  const never = yield* first(
    isOnlyValue ? begins : [],
    ({ pattern }) => isConstant(pattern.value) && !ending.some((other) => unify(other, pattern)),
  );
  if (!never) return [];
  const message = `Nothing ends ${label(fluent)}=${text(never.pattern.value)}: no terminatedAt, no other value, no deadline. That may be meant.`;
  return [{ kind: RuleProblemKind.MISSING_TERMINATION, message, about: fluent, clause: never.clause }];
}

function* second({ fluent, holds }: Subject): Steps<ValueProblem[]> {
  const seen = new Map<string, Head[]>();
  for (const head of holds) {
    yield;
    const key = text(head.pattern.value);
    const before = (seen.get(key) ?? []).slice(0, MAX_COMPARED);
    if (before.some((other) => unify(other.pattern, head.pattern))) {
      const message = `${label(fluent)}=${key} has a second holdsFor rule: RTEC takes the first one that succeeds, and does not join their intervals (union_all does).`;
      return [{ kind: RuleProblemKind.SECOND_HOLDS_FOR, message, about: fluent, clause: head.clause }];
    }
    append(seen, key, head);
  }
  return [];
}

/** Maximum number of earlier rules of a value that a further rule is compared with. */
const MAX_COMPARED = 100;
/** Maximum number of values for which similar values are searched. */
const MAX_SUGGESTIONS = 100;

/** Values that the rules of fluents define; null for a fluent if one of its rules has a variable as value. */
class DefinedValues {
  private readonly byFluent = new Map<string, ReadonlySet<string> | null>();
  private readonly inputs: ReadonlySet<string>;
  private suggestions = 0;
  private readonly near = nearBudget();

  constructor(known: Known) {
    this.inputs = new Set(known.inputFluents.map(label));
    for (const fluent of known.fluents) {
      const values = fluent.values.map(({ value }) => value);
      this.byFluent.set(label(fluent), values.length === 0 || values.includes('_') ? null : new Set(values));
    }
  }

  replace(fluent: DefinedFluent, { begins, holds }: Heads): void {
    const values = [...begins, ...holds].map(({ pattern }) => text(pattern.value));
    // A fluent that is only terminated is already reported as MISSING_INITIATION.
    const isOpen = values.length === 0 || [...begins, ...holds].some(({ pattern }) => isOpenTerm(pattern.value));
    this.byFluent.set(label(fluent), isOpen ? null : new Set(values));
  }

  check(condition: Omit<ValueDependency, 'from'>, of: EventDescription): ValueProblem | undefined {
    const { to, isEvent, via, clause, line, column } = condition;
    const values = this.byFluent.get(label(to));
    if (isEvent || via === 'fi' || this.inputs.has(label(to)) || !values || isOpenTerm(to.value)) return undefined;
    const asked = text(to.value);
    if (values.has(asked)) return undefined;
    const near = ++this.suggestions > MAX_SUGGESTIONS ? undefined : nearest(asked, [...values], this.near);
    const meant = near === undefined ? `Its values are ${[...values].slice(0, 5).join(', ')}.` : `Is ${near} meant?`;
    return {
      kind: RuleProblemKind.UNDEFINED_VALUE,
      message: `No rule makes ${label(to)} have the value ${asked}. ${meant}`,
      about: to,
      place: { line, column, endLine: of.clauses[clause]?.endLine ?? line },
    };
  }
}

/** True for a variable, or a term that contains one. */
function isOpenTerm(value: Pattern | null): boolean {
  if (value === null || value === '_') return true;
  return typeof value !== 'string' && value[1].some(isOpenTerm);
}

/** The first item that matches. */
function* first<Item>(items: readonly Item[], matches: (item: Item) => boolean): Steps<Item | undefined> {
  for (const item of items) {
    yield;
    if (matches(item)) return item;
  }
  return undefined;
}

function append<Key, Value>(to: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = to.get(key);
  if (values) values.push(value);
  else to.set(key, [value]);
}

const isConstant = (value: Pattern | null) => value !== null && value !== '_';
const text = (value: Pattern | null) => (value === null ? '' : printPattern(value));
