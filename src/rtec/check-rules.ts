import { strongComponents } from '../common/strong-components.js';
import {
  type DefinedFluent,
  type EventDescription,
  FluentKind,
  type Indicator,
  type Known,
  type Pattern,
  type PredicateUse,
  type ValueDependency,
  type ValuePattern,
} from './event-description.js';
import { LimitExceededError } from '../common/errors.js';
import type { Steps } from '../common/turns.js';
import { printPattern } from './pattern.js';
import { checkValues } from './check-values.js';
import { inDialect, isMisspelt, meantBy } from './misspelt.js';
import { isSlip, nearBudget, nearest } from './near-name.js';
import { label, limited, type Place, problem } from './problems.js';
import { type RuleProblem, RuleProblemKind, type RuleReport, Severity } from './report.model.js';
import { type GraphVertex, isValue, MAX_FITS, shortestCycle, valueGraph, type ValueNode } from './value-graph.js';

/**
 * Checks parsed rules: whether all names they use are known, whether they contradict themselves or stored rules, and
 * whether RTEC could order them. A problem is an ERROR if RTEC's compiler would silently misinterpret the rules. For
 * example, the compiler treats a misspelt fluent as an input, and ignores a second definition of a value.
 *
 * @throws LimitExceededError when conditions match values in too many ways to search for cycles
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

/** Names of one kind, such as events, with the arities known for each. */
class Names {
  private readonly arities = new Map<string, Set<number>>();

  add({ name, arity }: Indicator): void {
    this.arities.set(name, (this.arities.get(name) ?? new Set()).add(arity));
  }

  has({ name, arity }: Indicator): boolean {
    return this.arities.get(name)?.has(arity) ?? false;
  }

  /** Arities of a name, ascending; undefined if the name is unknown. */
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
  /** Index into `problems` by kind and predicate, so that a repeated problem is counted instead of listed again. */
  private readonly reported = new Map<string, number>();
  private readonly inputs: Names = new Names();
  private readonly stored: ReadonlySet<string>;
  private suggestions = 0;
  private readonly near = nearBudget();

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
    for (const condition of [...this.text.dependencies, ...this.text.strayConditions]) {
      yield;
      this.checkDependency(condition);
    }
    for (const use of this.text.predicateUses) {
      yield;
      this.checkPredicate(use, { ...use, endLine: use.line });
    }
    for (const fluent of this.text.fluents) {
      yield;
      this.checkFluent(fluent);
    }
    for (const found of yield* checkValues(this.text, this.known)) {
      const { kind, message, clause, place, about, severity } = found;
      this.once(kind, message, place ?? this.clausePlace(clause), about, severity, message);
    }
    yield* this.checkGroundings();
    yield* this.checkHelperHeads();
    yield* this.checkCycles();
    this.checkPrerequisites();
    return this.problems;
  }

  private checkDependency(dependency: Omit<ValueDependency, 'from'>): void {
    const { to, isEvent, via } = dependency;
    const place = this.placeOf(dependency);
    if (isEvent) this.checkEvent(to, place);
    else if (via === 'happensAt' || via === 'initiates') {
      const message = `${label(to)} is a fluent: say happensAt(start(F=V), T) or happensAt(end(F=V), T), or holdsAt.`;
      // In a condition, the argument of initiates/3 is a fluent, not an event.
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
    // RTEC distinguishes names by their arity, so it would treat the undefined name as an input.
    const severity = this.known.inferInputs ? Severity.WARNING : Severity.ERROR;
    this.once(RuleProblemKind.ARITY_MISMATCH, message, place, used, severity);
  }

  private undefinedName(kind: RuleProblemKind, what: string, used: Indicator, among: Names, place: Place): void {
    if (this.known.inferInputs) {
      const message = `Nothing defines the ${what} ${label(used)}: it is taken for an input, as RTEC does.`;
      if (this.once(kind, message, place, used, Severity.HINT)) this.warnOfSimilar(used, what === 'event', place);
      return;
    }
    const message = `Nothing defines the ${what} ${label(used)}: define it, or add it to the domain's vocabulary if it is an input.`;
    if (!this.once(kind, message, place, used)) return;
    this.suggest(used, among, place);
  }

  private checkPredicate(use: PredicateUse, place: Place): void {
    if (this.predicates.has(use)) return;
    if (this.misspelt(use, place, isMisspelt(use))) return;
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

  /** @returns true if the name is close to a predicate of RTEC */
  private misspelt(use: PredicateUse, place: Place, isError: boolean): boolean {
    const form = inDialect(use);
    if (form !== undefined) {
      const message = `${label(use)} belongs to another dialect of the event calculus, which RTEC does not know: write ${form}.`;
      const severity = this.text.fluents.length === 0 ? Severity.ERROR : Severity.WARNING;
      this.once(RuleProblemKind.OTHER_DIALECT, message, place, use, severity);
      return true;
    }
    const meant = meantBy(use);
    if (!meant) return false;
    const { name, sameArity } = meant;
    const message = `${label(use)} is no predicate of RTEC's: is ${name} meant?${sameArity ? '' : ' That takes another number of arguments.'}`;
    const severity = isError ? Severity.ERROR : Severity.WARNING;
    this.once(RuleProblemKind.MISSPELT_PREDICATE, message, place, use, severity);
    return true;
  }

  /** A misspelt head such as initiateAt silently defines a helper predicate, so it is reported. */
  private *checkHelperHeads(): Steps<void> {
    const called = new Set(this.text.called);
    const background = new Set(this.known.backgroundPredicates.map(label));
    for (const head of this.text.helperHeads) {
      yield;
      if (background.has(label(head))) continue;
      this.misspelt(head, { ...head, endLine: head.line }, isMisspelt(head) && !called.has(label(head)));
    }
  }

  /**
   * In RTEC, grounding an undefined name makes it an input; a domain that declares its inputs should declare such a
   * name, too.
   */
  private *checkGroundings(): Steps<void> {
    if (this.known.inferInputs) return;
    const defined = new Names();
    const known = this.known;
    for (const each of [...known.inputEvents, ...known.inputFluents, ...known.fluents, ...this.text.fluents]) {
      defined.add(each);
    }
    for (const declared of this.declaredAsInput()) defined.add(declared);
    for (const grounded of this.text.groundings) {
      yield;
      if (defined.has(grounded)) continue;
      const near = this.suggestion(grounded.name, defined.names());
      const arities = defined.aritiesOf(grounded.name);
      const meant = arities
        ? ` ${grounded.name} takes ${arities.join(' or ')} ${count('argument', arities)}.`
        : near === undefined
          ? ''
          : ` Is ${near} meant?`;
      const message = `${label(grounded)} is grounded, and neither defined nor in the domain's vocabulary.${meant}`;
      this.once(RuleProblemKind.UNDEFINED_GROUNDING, message, this.clausePlace(grounded.clause), grounded);
    }
  }

  /** Events and fluents that the text declares. Those that it only grounds are left out. */
  private declaredAsInput(): readonly Indicator[] {
    const grounded = new Set(this.text.groundings.map(label));
    const { events, fluents } = this.text.declarations;
    return [...events, ...fluents].filter((each) => !grounded.has(label(each)));
  }

  private suggestion(name: string, among: readonly string[]): string | undefined {
    // A suggestion requires a comparison with all names. After a hundred problems, further suggestions are of little
    // use.
    return ++this.suggestions > MAX_SUGGESTIONS ? undefined : nearest(name, among, this.near);
  }

  private suggest(used: Indicator, among: Names, place: Place): void {
    const similar = this.suggestion(used.name, among.names());
    if (similar !== undefined) {
      this.once(RuleProblemKind.SIMILAR_NAME, `Is ${similar} meant by ${used.name}?`, place, used);
    }
  }

  /** An input that differs from a defined name by a slip of the pen is hardly meant. Names with other digits are a series. */
  private warnOfSimilar(used: Indicator, isEvent: boolean, place: Place): void {
    const defined = [...this.known.fluents, ...this.text.fluents];
    const among = defined.flatMap(({ name, fluentKind }) =>
      isEvent === (fluentKind === FluentKind.OUTPUT_EVENT) ? [name] : [],
    );
    const similar = this.suggestion(used.name, among);
    if (similar === undefined || !isSlip(used.name, similar)) return;
    const message = `Is ${similar} meant by ${used.name}? Nothing defines ${used.name}, so RTEC would take it for an input.`;
    this.once(RuleProblemKind.SIMILAR_NAME, message, place, used, Severity.WARNING);
  }

  private checkFluent(fluent: DefinedFluent): void {
    const place = this.clausePlace(fluent.clauses[0]);
    if (this.inputs.has(fluent)) {
      const message = `${label(fluent)} is an input of the domain: it arrives with the stream, and no rule defines it.`;
      this.once(RuleProblemKind.WRONG_HEAD, message, place, fluent);
    }
    if (this.stored.has(label(fluent)) && !this.known.unchanged?.includes(label(fluent))) {
      const message = `Rules of ${label(fluent)} are stored: saving replaces them, and keeps them as its earlier version.`;
      this.once(RuleProblemKind.REDECLARED, message, place, fluent);
    }
  }

  /**
   * RTEC supports cycles only among simple fluents. Values that differ in a constant are different vertices of the
   * graph.
   */
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
    // The budget limits steps instead of time, so that the same rules always give the same report.
    const budget = { steps: CYCLE_STEPS };
    for (const component of yield* strongComponents<GraphVertex>(graph, ({ next }) => next)) {
      yield;
      // A component of one vertex is not a cycle, because each cycle contains at least one value and one condition.
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

  /** @param cycle values in order; the first one is not repeated at the end */
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

  /** @returns true if the problem is reported for the first time */
  private once(
    kind: RuleProblemKind,
    message: string,
    place: Place | null,
    about: Indicator,
    severity?: Severity,
    detail = '',
  ): boolean {
    const key = `${kind} ${severity ?? ''} ${label(about)} ${detail}`;
    const before = this.reported.get(key);
    const reported = before === undefined ? undefined : this.problems[before];
    if (before !== undefined && reported) {
      this.problems[before] = { ...reported, count: reported.count + 1 };
      return false;
    }
    this.reported.set(key, this.problems.length);
    this.problems.push(problem(kind, message, place, label(about), severity));
    return true;
  }

  private placeOf({ clause, line, column }: Omit<ValueDependency, 'from'>): Place {
    return { line, column, endLine: this.text.clauses[clause]?.endLine ?? line };
  }

  private clausePlace(clause: number | undefined): Place | null {
    const found = clause === undefined ? undefined : this.text.clauses[clause];
    return found ? { line: found.line, column: found.column, endLine: found.endLine } : null;
  }
}

const text = (value: Pattern | null) => (value === null ? '' : printPattern(value));
const count = (noun: string, numbers: readonly number[]) =>
  numbers.length === 1 && numbers[0] === 1 ? noun : `${noun}s`;

/** Maximum number of names for which similar names are searched. */
const MAX_SUGGESTIONS = 100;
/** Maximum number of values of a cycle that a message names. */
const MAX_NAMED = 12;
/** Maximum number of edges that the search for shortest cycles visits in one check. */
const CYCLE_STEPS = 200_000;
