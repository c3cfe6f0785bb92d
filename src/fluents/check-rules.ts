import { strongComponents } from '../common/strong-components.js';
import { compare } from '../common/text.js';
import {
  type DefinedFluent,
  type EventDescription,
  FluentKind,
  type Indicator,
  type Known,
  type Pattern,
  type ValueDependency,
  type ValuePattern,
} from './event-description.js';
import { LimitExceededError } from '../common/errors.js';
import type { Steps } from '../common/turns.js';
import { printPattern } from './pattern.js';
import { label, limited, MAX_PROBLEMS, type Place, problem } from './problems.js';
import { type RuleProblem, RuleProblemKind, type RuleReport, Severity } from './report.model.js';
import {
  type GraphVertex,
  isValue,
  MAX_FITS,
  shortestCycle,
  unify,
  valueGraph,
  type ValueNode,
} from './value-graph.js';

/**
 * Judges rules that were read: which of what they need is known, whether they contradict themselves or what is stored, and
 * whether RTEC could put them in order. An error is what RTEC's compiler would misread without a word: it takes a misspelt
 * fluent for an input, and ignores a second definition of a value.
 *
 * @throws LimitExceededError when conditions fit values in too many ways to look for cycles
 */
export function* checkRules(description: EventDescription, known: Known): Steps<RuleReport> {
  const problems = limited(yield* new Check(description, known).run());
  const defines = description.fluents.map(label);
  const own = new Set(defines);
  const needed = new Set(description.nameDependencies.map(({ to }) => label(to)).filter((name) => !own.has(name)));
  return {
    valid: problems.every(({ severity }) => severity !== Severity.ERROR),
    problems,
    clausesRead: description.clausesRead,
    defines: [...new Set(defines)].sort(),
    dependencies: [...needed].sort(),
  };
}

/** Names of one sort, with the numbers of arguments they take. */
class Names {
  private readonly arities = new Map<string, Set<number>>();

  add({ name, arity }: Indicator): void {
    this.arities.set(name, (this.arities.get(name) ?? new Set()).add(arity));
  }

  has({ name, arity }: Indicator): boolean {
    return this.arities.get(name)?.has(arity) ?? false;
  }

  /** Ascending; undefined where the name is unknown. */
  aritiesOf(name: string): readonly number[] | undefined {
    const arities = this.arities.get(name);
    return arities && [...arities].sort((a, b) => a - b);
  }

  names(): string[] {
    return [...this.arities.keys()];
  }
}

class Check {
  private readonly problems: RuleProblem[];
  private readonly events = new Names();
  private readonly fluents = new Names();
  private readonly predicates = new Names();
  /** Once for each kind of problem and what it is about. */
  private readonly reported = new Set<string>();
  private readonly inputs: Names = new Names();
  private readonly stored: ReadonlySet<string>;
  private suggestions = 0;

  constructor(
    private readonly text: EventDescription,
    private readonly known: Known,
  ) {
    this.problems = [...text.problems];
    this.stored = new Set(known.fluents.map(label));
    const isEvent = ({ fluentKind }: { readonly fluentKind: FluentKind }) =>
      fluentKind === FluentKind.OUTPUT_EVENT || fluentKind === FluentKind.INPUT_EVENT;
    for (const input of [...known.inputEvents, ...known.inputFluents]) this.inputs.add(input);
    for (const event of [...known.inputEvents, ...text.declarations.events]) this.events.add(event);
    for (const fluent of [...known.inputFluents, ...text.declarations.fluents]) this.fluents.add(fluent);
    for (const each of [...known.fluents, ...text.fluents]) (isEvent(each) ? this.events : this.fluents).add(each);
    for (const predicate of [...known.backgroundPredicates, ...text.helpers]) this.predicates.add(predicate);
  }

  *run(): Steps<readonly RuleProblem[]> {
    for (const dependency of this.text.dependencies) {
      yield;
      this.checkDependency(dependency);
    }
    for (const use of this.text.predicateUses) {
      yield;
      this.checkPredicate(use, { ...use, endLine: use.line });
    }
    const values = yield* this.readValues();
    for (const fluent of this.text.fluents) {
      yield;
      this.checkFluent(fluent);
      yield* this.checkValues(fluent, values);
    }
    yield* this.checkCycles();
    this.checkPrerequisites();
    return this.problems;
  }

  private checkDependency(dependency: ValueDependency): void {
    const { to, isEvent, via } = dependency;
    const place = this.placeOf(dependency);
    if (isEvent) this.checkEvent(to, place);
    else if (via === 'happensAt' || via === 'initiates') {
      const message = `${label(to)} is a fluent: say happensAt(start(F=V), T) or happensAt(end(F=V), T), or holdsAt.`;
      // initiates/3 in a condition names a fluent.
      if (via === 'happensAt') this.once(RuleProblemKind.FLUENT_USED_AS_EVENT, message, place, to);
      else this.checkUseOfFluent(to, place);
    } else this.checkUseOfFluent(to, place);
  }

  private checkEvent(event: Indicator, place: Place): void {
    if (this.events.has(event)) return;
    const { name } = event;
    const arities = this.events.aritiesOf(name);
    if (this.fluents.has(event) || (!arities && !this.known.inferInputs && this.fluents.aritiesOf(name))) {
      const message = `${label(event)} is a fluent: say happensAt(start(F=V), T) or happensAt(end(F=V), T), or holdsAt.`;
      this.once(RuleProblemKind.FLUENT_USED_AS_EVENT, message, place, event);
    } else if (arities) this.arityMismatch('event', event, arities, place);
    else this.undefinedName(RuleProblemKind.UNDEFINED_EVENT, 'event', event, this.events, place);
  }

  private checkUseOfFluent(fluent: Indicator, place: Place): void {
    if (this.fluents.has(fluent)) return;
    const { name } = fluent;
    const arities = this.fluents.aritiesOf(name);
    if (this.events.has(fluent) || (!arities && !this.known.inferInputs && this.events.aritiesOf(name))) {
      const message = `${label(fluent)} is an event: it happens, and holds no value; say happensAt(${name}(…), T).`;
      this.once(RuleProblemKind.EVENT_USED_AS_FLUENT, message, place, fluent);
    } else if (arities) this.arityMismatch('fluent', fluent, arities, place);
    else this.undefinedName(RuleProblemKind.UNDEFINED_FLUENT, 'fluent', fluent, this.fluents, place);
  }

  private arityMismatch(what: string, used: Indicator, arities: readonly number[], place: Place): void {
    const message = `The ${what} ${used.name} takes ${arities.join(' or ')} ${count('argument', arities)}, not ${String(used.arity)}.`;
    // To RTEC they are two names, and this one is an input.
    const severity = this.known.inferInputs ? Severity.WARNING : Severity.ERROR;
    this.once(RuleProblemKind.ARITY_MISMATCH, message, place, used, severity);
  }

  private undefinedName(kind: RuleProblemKind, what: string, used: Indicator, among: Names, place: Place): void {
    if (this.known.inferInputs) {
      const message = `Nothing defines the ${what} ${label(used)}: it is taken for an input, as RTEC does.`;
      this.once(kind, message, place, used, Severity.HINT);
      return;
    }
    const message = `Nothing defines the ${what} ${label(used)}: define it, or add it to the domain's vocabulary if it is an input.`;
    if (!this.once(kind, message, place, used)) return;
    this.suggest(used, among, place);
  }

  private checkPredicate(use: Indicator, place: Place): void {
    if (this.predicates.has(use)) return;
    const { name } = use;
    const arities = this.predicates.aritiesOf(name);
    let what = 'Neither background knowledge nor the text defines it.';
    if (this.fluents.aritiesOf(name))
      what = `It is a fluent: say holdsAt(${name}(…)=…, T) or holdsFor(${name}(…)=…, I).`;
    else if (this.events.aritiesOf(name)) what = `It is an event: say happensAt(${name}(…), T).`;
    else if (arities) what = `It takes ${arities.join(' or ')} ${count('argument', arities)}.`;
    if (!this.once(RuleProblemKind.UNDEFINED_PREDICATE, `${label(use)} is called. ${what}`, place, use)) return;
    if (!arities) this.suggest(use, this.predicates, place);
  }

  private suggest(used: Indicator, among: Names, place: Place): void {
    // Each asks all names; who lists a hundred problems needs no more.
    if (++this.suggestions > MAX_PROBLEMS) return;
    const similar = nearest(used.name, among.names());
    if (similar !== undefined) {
      this.once(RuleProblemKind.SIMILAR_NAME, `Is ${similar} meant by ${used.name}?`, place, used);
    }
  }

  private checkFluent(fluent: DefinedFluent): void {
    const place = this.clausePlace(fluent.clauses[0]);
    if (this.inputs.has(fluent)) {
      const message = `${label(fluent)} is an input of the domain: it arrives with the stream, and no rule defines it.`;
      this.once(RuleProblemKind.WRONG_HEAD, message, place, fluent);
    }
    if (this.stored.has(label(fluent))) {
      const message = `Rules of ${label(fluent)} are stored: saving replaces them, and keeps them as its earlier version.`;
      this.once(RuleProblemKind.REDECLARED, message, place, fluent);
    }
  }

  private *readValues(): Steps<Values> {
    const lapses = new Map<string, ValuePattern[]>();
    const needs = new Map<number, ValuePattern[]>();
    for (const { via, to, clause } of this.text.dependencies) {
      yield;
      append(needs, clause, to);
      if (via === 'fi') append(lapses, label(to), to);
    }
    return { lapses, needs };
  }

  private *checkValues(fluent: DefinedFluent, values: Values): Steps<void> {
    const heads = fluent.clauses.flatMap((clause) => {
      const head = this.text.clauses[clause]?.head;
      const pattern = this.text.heads[clause];
      return head && pattern && pattern.value !== null ? [{ form: head.name, pattern, clause }] : [];
    });
    const of = (...forms: string[]) => heads.filter(({ form }) => forms.includes(form));
    const begins = of('initially', 'initiatedAt', 'initiates', 'fi');
    const ends = of('terminatedAt', 'terminates');
    const holds = of('holdsFor');

    const simple = [...begins, ...ends].filter(({ pattern }) => isConstant(pattern.value));
    const mixed = yield* first(
      holds,
      ({ pattern }) => isConstant(pattern.value) && simple.some((other) => unify(other.pattern, pattern)),
    );
    if (mixed) {
      const message = `${label(fluent)}=${text(mixed.pattern.value)} is defined by holdsFor and by initiatedAt or its like: one value is either statically determined or simple.`;
      // A complement of the fluent's other values repeats what their ends say: RTEC ignores it.
      const needs = values.needs.get(mixed.clause) ?? [];
      const redundant = needs.length > 0 && needs.every((to) => label(to) === label(fluent));
      const severity = redundant ? Severity.WARNING : Severity.ERROR;
      this.once(RuleProblemKind.MIXED_DEFINITION, message, this.clausePlace(mixed.clause), fluent, severity);
    }
    const beginning = [...begins, ...holds];
    const never = yield* first(ends, ({ pattern }) => !beginning.some((other) => unify(other.pattern, pattern)));
    if (never) {
      const message = `Nothing initiates ${label(fluent)}=${text(never.pattern.value)}: it is terminated, but never begins.`;
      this.once(RuleProblemKind.MISSING_INITIATION, message, this.clausePlace(never.clause), fluent);
    }
    // Another value ends a value, and so does a deadline that starts from it.
    const ending = [...ends.map((end) => end.pattern), ...(values.lapses.get(label(fluent)) ?? [])];
    const isOnlyValue = new Set(begins.map(({ pattern }) => text(pattern.value))).size === 1;
    const endless = yield* first(
      isOnlyValue ? begins : [],
      ({ pattern }) => isConstant(pattern.value) && !ending.some((other) => unify(other, pattern)),
    );
    if (endless) {
      const message = `Nothing ends ${label(fluent)}=${text(endless.pattern.value)}: no terminatedAt, no other value, no deadline. That may be meant.`;
      this.once(RuleProblemKind.MISSING_TERMINATION, message, this.clausePlace(endless.clause), fluent);
    }
  }

  /** RTEC can evaluate cycles among simple fluents only. Two conditions that differ in a constant make no cycle. */
  private *checkCycles(): Steps<void> {
    const own = new Map(this.text.fluents.map((fluent) => [label(fluent), fluent]));
    const stored = this.known.fluents.filter((fluent) => !own.has(label(fluent)));
    const graph = yield* valueGraph([...stored.flatMap((fluent) => fluent.dependencies), ...this.text.dependencies]);
    if (!graph) {
      throw new LimitExceededError(
        `The conditions of these rules fit their values in more than ${MAX_FITS} ways, so that cycles cannot be looked for: send the rules in parts, or write constants in place of variables`,
      );
    }
    const isStatic = this.staticValues(stored);
    const isOwn = ({ pattern }: ValueNode) => own.has(label(pattern));
    // Steps rather than time: the same rules give the same report.
    const budget = { steps: CYCLE_STEPS };
    for (const component of yield* strongComponents<GraphVertex>(graph, ({ next }) => next)) {
      yield;
      // Of one vertex there is no way back: between two values stands a condition.
      if (component.length === 1) continue;
      const values = component.filter((vertex) => vertex.pattern !== undefined);
      const statics = values.filter(({ pattern }) => isStatic(pattern));
      if (statics.length === 0 || !values.some(isOwn)) continue;
      const begins = [...statics.filter(isOwn), ...statics.filter((value) => !isOwn(value))];
      const cycle = (yield* shortestCycle(begins, new Set(component), budget)).filter(isValue);
      const from = Math.max(0, cycle.findIndex(isOwn));
      this.reportCycle([...cycle.slice(from), ...cycle.slice(0, from)], own);
    }
  }

  private staticValues(stored: Known['fluents']): (pattern: ValuePattern) => boolean {
    const fluents = new Map(
      [...stored, ...this.text.fluents].map((fluent) => [
        label(fluent),
        { ...fluent, kinds: new Map(fluent.values.map(({ value, fluentKind }) => [value, fluentKind])) },
      ]),
    );
    return (pattern) => {
      const fluent = fluents.get(label(pattern));
      return (fluent?.kinds.get(text(pattern.value)) ?? fluent?.fluentKind) === FluentKind.STATICALLY_DETERMINED;
    };
  }

  /** @param cycle without the first value again at its end */
  private reportCycle(cycle: readonly ValueNode[], own: ReadonlyMap<string, DefinedFluent>): void {
    const [begin] = cycle;
    if (!begin) return;
    const names = [...cycle, begin].map(({ pattern }) => `${label(pattern)}=${text(pattern.value)}`);
    const left = names.length - MAX_NAMED;
    const named =
      left <= 1 ? names : [...names.slice(0, MAX_NAMED - 1), `… (${String(left)} more) …`, ...names.slice(-1)];
    const place = this.clausePlace(own.get(label(begin.pattern))?.clauses[0]);
    const message = `These values need each other, and one of them is defined by holdsFor: ${named.join(' → ')}. RTEC cannot order them: take one of these conditions out.`;
    const kind = RuleProblemKind.CYCLE_WITH_STATICALLY_DETERMINED;
    this.problems.push(problem(kind, message, place, label(begin.pattern)));
  }

  private checkPrerequisites(): void {
    const used = new Set(this.text.nameDependencies.map(({ to }) => to.name));
    for (const name of new Set(this.known.prerequisites)) {
      if (used.has(name) || this.text.fluents.length === 0) continue;
      const message = `${name} was given as a prerequisite, and no rule uses it.`;
      this.problems.push(problem(RuleProblemKind.UNUSED_PREREQUISITE, message, null, name));
    }
  }

  /** @returns whether it is reported for the first time */
  private once(
    kind: RuleProblemKind,
    message: string,
    place: Place | null,
    about: Indicator,
    severity?: Severity,
  ): boolean {
    const key = `${kind} ${label(about)}`;
    if (this.reported.has(key)) return false;
    this.reported.add(key);
    this.problems.push(problem(kind, message, place, label(about), severity));
    return true;
  }

  private placeOf({ clause, line, column }: ValueDependency): Place {
    return { line, column, endLine: this.text.clauses[clause]?.endLine ?? line };
  }

  private clausePlace(clause: number | undefined): Place | null {
    const found = clause === undefined ? undefined : this.text.clauses[clause];
    return found ? { line: found.line, column: found.column, endLine: found.endLine } : null;
  }
}

interface Values {
  /** Values of which a deadline starts, by fluent. */
  readonly lapses: ReadonlyMap<string, readonly ValuePattern[]>;
  /** What a clause needs, by its index. */
  readonly needs: ReadonlyMap<number, readonly ValuePattern[]>;
}

/** The first that matches. */
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
const count = (noun: string, numbers: readonly number[]) =>
  numbers.length === 1 && numbers[0] === 1 ? noun : `${noun}s`;

/** Values of a cycle that a message names. */
const MAX_NAMED = 12;
/** Edges that the search for shortest cycles looks at in one check. */
const CYCLE_STEPS = 200_000;
/** Characters of a name for which a close one is looked for. */
const MAX_COMPARED = 100;

/** The closest name that is at most a third of the name away, in letters changed, added, taken out or swapped. */
function nearest(name: string, candidates: readonly string[]): string | undefined {
  // Comparing takes time with the product of both lengths, and nobody misspells a name this long.
  if (name.length > MAX_COMPARED) return undefined;
  const most = Math.max(1, Math.floor(name.length / 3));
  const [best] = candidates
    .filter((candidate) => Math.abs(candidate.length - name.length) <= most)
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance || compare(a.candidate, b.candidate));
  return best?.candidate;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1]);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
