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
import { strongComponents } from './dependency-order.js';
import { printPattern } from './pattern.js';
import { label, limited, type Place, problem } from './problems.js';
import { type RuleProblem, RuleProblemKind, type RuleReport, Severity } from './report.model.js';

/**
 * Judges rules that were read: which of what they need is known, whether they contradict themselves or what is stored, and
 * whether RTEC could put them in order. An error is what RTEC's compiler would misread without a word: it takes a misspelt
 * fluent for an input, and ignores a second definition of a value.
 */
export function checkRules(description: EventDescription, known: Known): RuleReport {
  const problems = limited(new Check(description, known).run());
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

  constructor(
    private readonly text: EventDescription,
    private readonly known: Known,
  ) {
    this.problems = [...text.problems];
    const isEvent = ({ fluentKind }: { readonly fluentKind: FluentKind }) =>
      fluentKind === FluentKind.OUTPUT_EVENT || fluentKind === FluentKind.INPUT_EVENT;
    for (const input of [...known.inputEvents, ...known.inputFluents]) this.inputs.add(input);
    for (const event of [...known.inputEvents, ...text.declarations.events]) this.events.add(event);
    for (const fluent of [...known.inputFluents, ...text.declarations.fluents]) this.fluents.add(fluent);
    for (const each of [...known.fluents, ...text.fluents]) (isEvent(each) ? this.events : this.fluents).add(each);
    for (const predicate of [...known.backgroundPredicates, ...text.helpers]) this.predicates.add(predicate);
  }

  run(): readonly RuleProblem[] {
    for (const dependency of this.text.dependencies) this.checkDependency(dependency);
    for (const use of this.text.predicateUses) this.checkPredicate(use, { ...use, endLine: use.line });
    for (const fluent of this.text.fluents) this.checkFluent(fluent);
    this.checkCycles();
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
    if (this.known.fluents.some((stored) => label(stored) === label(fluent))) {
      const message = `Rules of ${label(fluent)} are stored: saving replaces them, and keeps them as its earlier version.`;
      this.once(RuleProblemKind.REDECLARED, message, place, fluent);
    }
    this.checkValues(fluent);
  }

  private checkValues(fluent: DefinedFluent): void {
    const heads = fluent.clauses.flatMap((clause) => {
      const head = this.text.clauses[clause]?.head;
      const pattern = this.text.heads[clause];
      return head && pattern && pattern.value !== null ? [{ form: head.name, pattern, clause }] : [];
    });
    const of = (...forms: string[]) => heads.filter(({ form }) => forms.includes(form));
    const begins = of('initially', 'initiatedAt', 'initiates', 'fi');
    const ends = of('terminatedAt', 'terminates');
    const holds = of('holdsFor');

    const mixed = holds.find(({ pattern }) =>
      [...begins, ...ends].some(
        (other) => isConstant(other.pattern.value) && isConstant(pattern.value) && unify(other.pattern, pattern),
      ),
    );
    if (mixed) {
      const message = `${label(fluent)}=${text(mixed.pattern.value)} is defined by holdsFor and by initiatedAt or its like: one value is either statically determined or simple.`;
      // A complement of the fluent's other values repeats what their ends say: RTEC ignores it.
      const needs = this.text.dependencies.filter(({ clause }) => clause === mixed.clause);
      const redundant = needs.length > 0 && needs.every(({ to }) => label(to) === label(fluent));
      const severity = redundant ? Severity.WARNING : Severity.ERROR;
      this.once(RuleProblemKind.MIXED_DEFINITION, message, this.clausePlace(mixed.clause), fluent, severity);
    }
    const begin = (pattern: ValuePattern) => [...begins, ...holds].some((other) => unify(other.pattern, pattern));
    const never = ends.find(({ pattern }) => !begin(pattern));
    if (never) {
      const message = `Nothing initiates ${label(fluent)}=${text(never.pattern.value)}: it is terminated, but never begins.`;
      this.once(RuleProblemKind.MISSING_INITIATION, message, this.clausePlace(never.clause), fluent);
    }
    // Another value ends a value, and so does a deadline that starts from it.
    const lapses = this.text.dependencies.filter(({ via, to }) => via === 'fi' && label(to) === label(fluent));
    const endless = begins.find(
      ({ pattern }) =>
        isConstant(pattern.value) &&
        ![...ends.map((end) => end.pattern), ...lapses.map(({ to }) => to)].some((other) => unify(other, pattern)) &&
        !begins.some((other) => text(other.pattern.value) !== text(pattern.value)),
    );
    if (endless) {
      const message = `Nothing ends ${label(fluent)}=${text(endless.pattern.value)}: no terminatedAt, no other value, no deadline. That may be meant.`;
      this.once(RuleProblemKind.MISSING_TERMINATION, message, this.clausePlace(endless.clause), fluent);
    }
  }

  /** RTEC can evaluate cycles among simple fluents only. Two conditions that differ in a constant make no cycle. */
  private checkCycles(): void {
    const nodes = new Map<string, ValuePattern>();
    const byName = new Map<string, string[]>();
    const edges = new Map<string, ValuePattern[]>();
    const own = new Set(this.text.fluents.map(label));
    const stored = this.known.fluents.filter((fluent) => !own.has(label(fluent)));
    const dependencies = [...stored.flatMap((fluent) => fluent.dependencies), ...this.text.dependencies];
    for (const { from, to } of dependencies) {
      const key = JSON.stringify([from.name, from.args, from.value]);
      if (!nodes.has(key)) {
        nodes.set(key, from);
        byName.set(label(from), [...(byName.get(label(from)) ?? []), key]);
      }
      edges.set(key, [...(edges.get(key) ?? []), to]);
    }
    const needs = new Map(
      [...nodes.keys()].map((node) => [
        node,
        [
          ...new Set(
            (edges.get(node) ?? []).flatMap((to) =>
              (byName.get(label(to)) ?? []).filter((other) => unify(to, nodes.get(other))),
            ),
          ),
        ],
      ]),
    );
    const isStatic = this.staticValues(stored);
    for (const component of strongComponents([...nodes.keys()], (node) => needs.get(node) ?? [])) {
      const [first = ''] = component;
      if (component.length === 1 && !needs.get(first)?.includes(first)) continue;
      if (!component.some((node) => isStatic(nodes.get(node)))) continue;
      for (const node of component) this.reportCycle(node, component, nodes, needs, own);
    }
  }

  private staticValues(stored: Known['fluents']): (pattern: ValuePattern | undefined) => boolean {
    const fluents = new Map([...stored, ...this.text.fluents].map((fluent) => [label(fluent), fluent]));
    return (pattern) => {
      const fluent = pattern && fluents.get(label(pattern));
      const kind = fluent?.values.find(({ value }) => value === text(pattern?.value ?? null))?.fluentKind;
      return (kind ?? fluent?.fluentKind) === FluentKind.STATICALLY_DETERMINED;
    };
  }

  private reportCycle(
    node: string,
    component: readonly string[],
    nodes: ReadonlyMap<string, ValuePattern>,
    needs: ReadonlyMap<string, readonly string[]>,
    own: ReadonlySet<string>,
  ): void {
    const pattern = nodes.get(node);
    if (!pattern || !own.has(label(pattern))) return;
    const path = shortestCycle(node, (each) => (needs.get(each) ?? []).filter((next) => component.includes(next)));
    const names = path.flatMap((each) => nodes.get(each) ?? []).map((each) => `${label(each)}=${text(each.value)}`);
    const fluent = this.text.fluents.find((each) => label(each) === label(pattern));
    const message = `These values need each other, and one of them is defined by holdsFor: ${names.join(' → ')}. RTEC cannot order them: take one of these conditions out.`;
    this.once(RuleProblemKind.CYCLE_WITH_STATICALLY_DETERMINED, message, this.clausePlace(fluent?.clauses[0]), pattern);
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

function shortestCycle(start: string, needs: (node: string) => readonly string[]): string[] {
  const before = new Map<string, string>();
  const queue = [start];
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    for (const next of needs(node)) {
      if (next === start) {
        const path = [start];
        for (let step = node; step !== start; step = before.get(step) ?? start) path.push(step);
        return [...path, start].reverse();
      }
      if (before.has(next)) continue;
      before.set(next, node);
      queue.push(next);
    }
  }
  return [start];
}

/** Whether two fluent-value pairs can be the same: no constant of one contradicts the other's. */
function unify(a: ValuePattern, b: ValuePattern | undefined): boolean {
  if (!b || label(a) !== label(b)) return false;
  return match(a.value ?? '_', b.value ?? '_') && a.args.every((arg, index) => match(arg, b.args[index] ?? '_'));
}

function match(a: Pattern, b: Pattern): boolean {
  if (a === '_' || b === '_') return true;
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return a[0] === b[0] && a[1].length === b[1].length && a[1].every((arg, index) => match(arg, b[1][index] ?? '_'));
}

const isConstant = (value: Pattern | null) => value !== null && value !== '_';
const text = (value: Pattern | null) => (value === null ? '' : printPattern(value));
const count = (noun: string, numbers: readonly number[]) =>
  numbers.length === 1 && numbers[0] === 1 ? noun : `${noun}s`;

/** The closest name that is at most a third of the name away, in letters changed, added, taken out or swapped. */
function nearest(name: string, candidates: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(name.length / 3));
  const [best] = candidates
    .filter((candidate) => Math.abs(candidate.length - name.length) <= most)
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1));
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
