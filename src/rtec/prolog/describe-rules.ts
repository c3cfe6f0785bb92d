import type { Steps } from '../../common/turns.js';
import type {
  Clause,
  EventDescription,
  Indicator,
  PredicateUse,
  ValueDependency,
  ValuePattern,
  Via,
} from '../event-description.js';
import { printPattern } from '../pattern.js';
import { inOrder, label, type Place, problem } from '../problems.js';
import { type RuleProblem, RuleProblemKind } from '../report.model.js';
import type { Span } from './scan.js';
import { prefixNots } from './prefix-nots.js';
import type { Source } from './source.js';
import type { SourceClause, TermClause, WrongClause } from './source-clause.js';
import { MISSING_STOP, missingStops, syntaxMessage } from './syntax-message.js';
import type { Compound, Node } from './terms.js';
import { unsafeReason } from './unsafe-clause.js';
import {
  checkCalls,
  checkClause,
  compiled,
  constantsOf,
  controlWords,
  type Constants,
  noTermWords,
} from './clause-checks.js';
import {
  BUILT_IN_EVENTS,
  COMPILED,
  CONTROL,
  DECLARATIONS,
  FLUENT_CONDITIONS,
  FLUENT_HEADS,
  HEAD_FORMS,
  type HeadKind,
  OTHER_DECLARATIONS,
  RESERVED,
  RTEC_PREDICATES,
} from './rtec.js';
import {
  argumentsOf,
  asDirective,
  asPair,
  eventPattern,
  headAndBody,
  indicatorOf,
  pairPattern,
  patternOf,
  predicateIndicators,
  printed,
  visit,
} from './term-parts.js';
import { isMisspelt } from '../misspelt.js';
import { byName, type Found, toFluent } from './found-fluents.js';

/**
 * Describes clauses: the fluents and events that they define and need, and the problems of each clause.
 *
 * @param unreadable clauses that were not given to Prolog
 * @param predicates `name/arity` of Prolog's own predicates
 */
export function describeRules(
  source: Source,
  read: readonly SourceClause[],
  unreadable: readonly Span[],
  predicates: ReadonlySet<string>,
): Steps<EventDescription> {
  return new Description(source, predicates).describe(read, unreadable);
}

/** The rule whose conditions are read: the index of its clause, and what it defines, null if its head is wrong. */
interface Rule {
  readonly from: ValuePattern | null;
  readonly clause: number;
}

interface Definition {
  readonly fluent: ValuePattern;
  readonly kind: HeadKind | 'happens';
}

class Description {
  private readonly clauses: Clause[] = [];
  private readonly heads: (ValuePattern | null)[] = [];
  private readonly fluents = new Map<string, Found>();
  private readonly dependencies: ValueDependency[] = [];
  private readonly strayConditions: Omit<ValueDependency, 'from'>[] = [];
  private readonly declaredEvents = new Map<string, Indicator>();
  private readonly declaredFluents = new Map<string, Indicator>();
  /** Constant values for which a fluent is grounded, by name/arity. */
  private readonly groundValues = new Map<string, string[]>();
  private readonly groundings: EventDescription['groundings'][number][] = [];
  private readonly helpers = new Map<string, Indicator>();
  private readonly helperHeads = new Map<string, PredicateUse>();
  private readonly called = new Set<string>();
  private readonly uses: PredicateUse[] = [];
  private readonly problems: RuleProblem[] = [];
  private clausesRead = 0;
  private place: Place = { line: 1, column: 1, endLine: 1 };
  /** Constants that variables of the current clause are bound to. */
  private constants: Constants = new Map();

  constructor(
    private readonly source: Source,
    private readonly predicates: ReadonlySet<string>,
  ) {}

  *describe(read: readonly SourceClause[], unreadable: readonly Span[]): Steps<EventDescription> {
    let end = 0;
    for (const clause of read) {
      yield;
      const position = this.source.position(clause.from);
      this.place = { ...position, endLine: this.source.position(Math.max(clause.from, clause.to - 1)).line };
      if ('error' in clause) this.addError(clause);
      else
        this.addClause(clause, Math.max(end, ...unreadable.filter(({ to }) => to <= clause.from).map(({ to }) => to)));
      end = clause.to;
    }
    for (const span of unreadable) {
      const place = { ...this.source.position(span.from), endLine: this.source.position(span.to).line };
      this.add(RuleProblemKind.TOO_LARGE, TOO_DEEP, place);
    }
    const fluents = [...this.fluents].map(([key, found]) => toFluent(found, this.groundValues.get(key)));
    const { text } = this.source;
    return {
      clauses: this.clauses,
      heads: this.heads,
      trailingComment: text.slice(end > 0 ? end + this.trailing(end).length : 0).trim(),
      fluents,
      dependencies: this.dependencies,
      nameDependencies: byName(fluents, this.dependencies),
      declarations: { events: [...this.declaredEvents.values()], fluents: [...this.declaredFluents.values()] },
      strayConditions: this.strayConditions,
      groundings: this.groundings,
      helpers: [...this.helpers.values()],
      helperHeads: [...this.helperHeads.values()],
      called: [...this.called],
      predicateUses: this.uses,
      clausesRead: this.clausesRead,
      problems: inOrder(this.problems),
    };
  }

  private addError({ from, to, error, at }: WrongClause): void {
    if (error === 'too_deep') {
      this.add(RuleProblemKind.TOO_LARGE, TOO_DEEP, this.place);
      return;
    }
    const stops = missingStops(this.source.text.slice(from, to)).map((stop) => this.source.position(from + stop));
    for (const place of stops) this.add(RuleProblemKind.SYNTAX_ERROR, MISSING_STOP, { ...place, endLine: place.line });
    if (stops.length > 0) return;
    const message = syntaxMessage(error, this.source.text.slice(from, to), at - from);
    // The position is limited to the clause, because Prolog may notice a missing bracket or full stop only after its
    // end.
    this.add(RuleProblemKind.SYNTAX_ERROR, message, {
      ...this.source.position(Math.min(at, to - 1)),
      endLine: this.place.endLine,
    });
  }

  private addClause({ from, to, term, singletons }: TermClause, gapFrom: number): void {
    const { text } = this.source;
    const before = text.slice(gapFrom + (gapFrom > 0 ? this.trailing(gapFrom).length : 0), from);
    const directive = asDirective(term);
    const [head, body] = directive ? [undefined, undefined] : headAndBody(term);
    const index = this.clauses.length;
    const written = (node: Node) => text.slice(this.source.offset(node[1]), this.source.offset(node[2]));
    const unsafe = unsafeReason(term, directive, written);
    this.constants = constantsOf(body);
    const definition = head && unsafe === undefined ? this.readHead(head) : undefined;
    this.clauses.push({
      text: text.slice(from, to),
      comment: before.replace(/^(?:[ \t]*\r?\n)+/u, '').trimEnd(),
      trailing: this.trailing(to).trim(),
      ...this.place,
      head: head ? (indicatorOf(head) ?? null) : null,
      defines: definition ? { name: definition.fluent.name, arity: definition.fluent.arity } : null,
      prefixNots: prefixNots(term, from, this.source),
      unsafe: unsafe ?? null,
    });
    this.heads.push(definition?.fluent ?? null);
    if (directive) {
      this.addDirective(directive);
      return;
    }
    this.clausesRead += 1;
    if (unsafe !== undefined) {
      const message = `This clause is ${unsafe}, which Prolog would act on when the rules are loaded: take it out. Nothing is stored of a text with such a clause.`;
      const named = head && indicatorOf(head);
      this.add(RuleProblemKind.UNSAFE_CLAUSE, message, this.place, named ? label(named) : null);
    }
    if (definition) this.define(definition, index);
    if (head) this.readBody(head, body, definition, index);
    if (body) for (const { kind, message, node, key } of checkCalls(body)) this.add(kind, message, this.at(node), key);
    this.addSingletons(term, singletons);
  }

  /**
   * The rest of the line after a full stop, if it is a comment. The whole comment is taken, because a remainder would
   * be read as part of the next clause.
   */
  private trailing(at: number): string {
    const { text } = this.source;
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? text.length : end);
    return /^[ \t]*(?:%.*|\/\*(?:(?!\*\/).)*\*\/[ \t]*(?=\r?$))/su.exec(line)?.[0] ?? '';
  }

  private addDirective(goal: Node): void {
    const indicator = indicatorOf(goal);
    if (indicator?.arity === 1 && (indicator.name === 'dynamic' || indicator.name === 'discontiguous')) {
      for (const declared of predicateIndicators(goal)) this.helpers.set(label(declared), declared);
      return;
    }
    const what = indicator ? `the directive ${label(indicator)}` : 'this directive';
    const message = `Directives are not run: take ${what} out (only dynamic and discontiguous are let pass).`;
    this.add(RuleProblemKind.DIRECTIVE, message, this.place, indicator ? label(indicator) : null);
  }

  /** Returns the fluent or event that a clause defines, and records problems and declarations of its head. */
  private readHead(head: Node): Definition | undefined {
    const indicator = indicatorOf(head);
    if (!indicator) {
      this.wrongHead(head, 'A rule begins with a name, such as initiatedAt or holdsFor.');
      return undefined;
    }
    const key = label(indicator);
    const form = FLUENT_HEADS.get(key);
    const args = argumentsOf(head);
    // If the argument of p/1 is not a fluent-value pair, p/1 is a predicate of the application.
    const own = key === 'p/1' && args[0] && !asPair(args[0]);
    if (form && !own) return this.readFluentHead(head, indicator, form);
    if (key === 'happensAt/2') return this.readEventHead(args[0]);
    if (indicator.name === '=' && indicator.arity === 2) {
      this.wrongHead(
        head,
        'A fluent is defined by initiatedAt(F=V, T), terminatedAt(F=V, T) or holdsFor(F=V, I), not by F=V itself.',
      );
    } else if (RESERVED.has(indicator.name)) {
      const forms = HEAD_FORMS.get(indicator.name);
      this.wrongHead(
        head,
        forms ? `${key} defines nothing: write ${forms}.` : `${key} belongs to RTEC and cannot be defined.`,
        key,
      );
    } else if (CONTROL.has(indicator.name) || this.isControl(indicator)) {
      const what = controlWords(indicator.name);
      const message = what
        ? `${what} cannot be the head of a rule: a rule has one head, so write one rule for each.`
        : `${key} belongs to Prolog and cannot be defined: a rule has one head.`;
      this.wrongHead(head, message, key);
    } else if (DECLARATIONS.has(key)) this.declare(args[0], indicator.name === 'grounding');
    else if (key === 'dynamicDomain/1') {
      const domain = args[0] && indicatorOf(args[0]);
      if (domain) this.helpers.set(label(domain), domain);
    } else if (!OTHER_DECLARATIONS.has(key)) {
      this.helpers.set(key, indicator);
      if (!this.helperHeads.has(key)) this.helperHeads.set(key, this.useOf(head, indicator));
    }
    return undefined;
  }

  private isControl({ name, arity }: Indicator): boolean {
    return this.predicates.has(`${name}/${String(arity)}`) && !/^\w/u.test(name);
  }

  private readFluentHead(
    head: Node,
    indicator: Indicator,
    form: { fluent: number; kind: HeadKind },
  ): Definition | undefined {
    const term = argumentsOf(head)[form.fluent];
    const pair = term && asPair(term);
    const named = term && indicatorOf(pair?.fluent ?? term);
    if (term && !pair && named && noTermWords(term) === undefined) {
      const message = `Say which value: ${indicator.name}(${printed(term)}=true, …) instead of ${indicator.name}(${printed(term)}, …).`;
      this.add(RuleProblemKind.HEAD_WITHOUT_VALUE, message, this.at(term), label(named));
      return undefined;
    }
    if (!pair || !named) {
      this.wrongHead(
        term ?? head,
        `The head of this ${indicator.name} rule names no fluent: write a name with a small first letter, and its value.`,
      );
      return undefined;
    }
    return { fluent: this.valuePattern(pair), kind: form.kind };
  }

  private readEventHead(event: Node | undefined): Definition | undefined {
    const indicator = event && indicatorOf(event);
    if (!indicator || noTermWords(event) !== undefined || asPair(event) || BUILT_IN_EVENTS.get(label(indicator))) {
      const message =
        'happensAt defines an event: a name with a small first letter, which is neither start, end nor a fluent with its value.';
      if (event) this.wrongHead(event, message, indicator ? label(indicator) : null);
      return undefined;
    }
    return { fluent: eventPattern(event), kind: 'happens' };
  }

  private declare(entity: Node | undefined, isGrounding: boolean): void {
    const pair = entity && asPair(entity);
    const indicator = entity && indicatorOf(pair?.fluent ?? entity);
    if (!indicator) return;
    const key = label(indicator);
    if (isGrounding) this.groundings.push({ ...indicator, isEvent: !pair, clause: this.clauses.length });
    (pair ? this.declaredFluents : this.declaredEvents).set(key, indicator);
    const value = pair && patternOf(pair.value);
    if (!isGrounding || value === undefined || value === '_') return;
    const values = this.groundValues.get(key) ?? [];
    this.groundValues.set(key, values);
    values.push(printPattern(value));
  }

  private define({ fluent, kind }: Definition, clause: number): void {
    const key = label(fluent);
    const known = this.fluents.get(key) ?? {
      name: fluent.name,
      arity: fluent.arity,
      defs: [],
      clauses: [],
      line: this.place.line,
    };
    this.fluents.set(key, known);
    known.clauses.push(clause);
    known.defs.push({ kind, value: fluent.value === null ? '' : printPattern(fluent.value) });
  }

  private readBody(head: Node, body: Node | undefined, definition: Definition | undefined, clause: number): void {
    const indicator = indicatorOf(head);
    if (definition) {
      this.readConditions(head, body, definition, clause);
      for (const { kind, message, node } of checkClause(head, body)) {
        this.add(kind, message, this.at(node), label(definition.fluent));
      }
    } else if (body && indicator && this.isStray(head, indicator)) {
      this.collect(body, { from: null, clause }, false, true);
    } else if (body) this.noteCalls(body);
  }

  /**
   * True for a rule with a wrong or misspelt head. Conditions of such rules are checked, but bodies of helpers are not.
   */
  private isStray(head: Node, indicator: Indicator): boolean {
    const key = label(indicator);
    if (DECLARATIONS.has(key) || OTHER_DECLARATIONS.has(key) || key === 'dynamicDomain/1') return false;
    return !this.helpers.has(key) || isMisspelt(this.useOf(head, indicator));
  }

  private noteCalls(body: Node): void {
    visit(body, (node) => {
      const indicator = indicatorOf(node);
      if (indicator) this.called.add(label(indicator));
    });
  }

  private readConditions(head: Node, body: Node | undefined, { fluent, kind }: Definition, clause: number): void {
    // p/1 only marks a deadline as renewable: RTEC derives no dependency from it.
    if (kind === 'renews') return;
    const rule: Rule = { from: fluent, clause };
    // Some heads contain dependencies: initiates and terminates need their event, a deadline the value before it.
    const name = indicatorOf(head)?.name;
    const [first] = argumentsOf(head);
    if (first && name === 'fi') this.needFluent(first, 'fi', rule, false);
    else if (first && (name === 'initiates' || name === 'terminates')) this.needEvent(first, 'initiates', rule, false);
    if (body) this.collect(body, rule, false, true);
  }

  private collect(node: Node, rule: Rule, negated: boolean, isGoal: boolean): void {
    switch (node[0]) {
      case '&':
        for (const condition of node[3]) this.collect(condition, rule, negated, isGoal);
        return;
      case 'l':
        for (const element of node[3]) this.collect(element, rule, negated, false);
        if (node[4]) this.collect(node[4], rule, negated, false);
        return;
      case 'a':
        if (isGoal) this.use(node, { name: node[3], arity: 0 });
        return;
      case 'c':
        this.collectCompound(node, rule, negated, isGoal);
        return;
      default:
    }
  }

  private collectCompound(node: Compound, rule: Rule, negated: boolean, isGoal: boolean): void {
    const [, , , name, , , args] = node;
    const key = `${name}/${String(args.length)}`;
    const via = FLUENT_CONDITIONS.get(key);
    const [first, second] = args;
    if (via && first) this.needFluent(first, via, rule, negated);
    else if (key === 'happensAt/2' && first) this.needEvent(first, 'happensAt', rule, negated);
    else if ((key === 'initiates/3' || key === 'terminates/3') && second)
      this.needFluent(second, 'initiates', rule, negated);
    else if (key === 'initially/1' && first) this.needFluent(first, 'holdsAt', rule, negated);
    else {
      const goals = isGoal ? CONTROL.get(name) : undefined;
      if (isGoal && !goals) this.use(node, { name, arity: args.length });
      const inside = negated || key === '\\+/1' || key === 'not/1';
      for (const [index, arg] of args.entries()) this.collect(arg, rule, inside, goals?.includes(index) ?? false);
    }
  }

  private needEvent(event: Node, via: Via, rule: Rule, negated: boolean): void {
    const indicator = indicatorOf(event);
    if (this.isNoTerm(event, 'happens', via) || !indicator) return;
    const builtIn = BUILT_IN_EVENTS.get(label(indicator));
    const [inner] = argumentsOf(event);
    if (builtIn && inner) this.needFluent(inner, builtIn, rule, negated);
    else if (asPair(event)) this.needFluent(event, via, rule, negated);
    else this.need(eventPattern(event), true, via, rule, negated, event);
  }

  private needFluent(fluent: Node, via: Via, rule: Rule, negated: boolean): void {
    const pair = asPair(fluent);
    if (this.isNoTerm(pair?.fluent ?? fluent, 'holds', via)) return;
    if (pair) {
      if (indicatorOf(pair.fluent)) this.need(this.valuePattern(pair), false, via, rule, negated, fluent);
      return;
    }
    const indicator = indicatorOf(fluent);
    if (!indicator) return;
    const message = `Say which value of the fluent is meant: ${printed(fluent)}=true, for instance.`;
    this.add(RuleProblemKind.FLUENT_WITHOUT_VALUE, message, this.at(fluent), label(indicator));
    this.need({ ...eventPattern(fluent), value: '_' }, false, via, rule, negated, fluent);
  }

  private need(to: ValuePattern, isEvent: boolean, via: Via, rule: Rule, negated: boolean, node: Node): void {
    const { line, column } = this.at(node);
    const condition = { to, isEvent, via, negated, clause: rule.clause, line, column };
    if (rule.from) this.dependencies.push({ from: rule.from, ...condition });
    else this.strayConditions.push(condition);
  }

  /** Reports a problem and returns true if a condition is on a term that can neither hold nor happen. */
  private isNoTerm(node: Node, what: 'holds' | 'happens', via: Via): boolean {
    const words = noTermWords(node);
    if (words === undefined) return false;
    const about =
      via === 'initiates' || via === 'fi' ? via : what === 'holds' ? 'a condition on a fluent' : 'happensAt';
    const message = `${words} neither holds nor happens: write ${about} for each fluent or event by itself.`;
    this.add(RuleProblemKind.WRONG_CONDITION, message, this.at(node));
    return true;
  }

  /** The pattern of a pair; a variable value is replaced by the constant that the clause assigns to it. */
  private valuePattern(pair: { readonly fluent: Node; readonly value: Node }): ValuePattern {
    const { value } = pair;
    const constant = value[0] === 'v' ? this.constants.get(value[3]) : undefined;
    return pairPattern(constant ? { ...pair, value: constant } : pair);
  }

  private useOf(node: Node, indicator: Indicator): PredicateUse {
    const { line, column } = this.at(node);
    const [first] = argumentsOf(node);
    return { ...indicator, line, column, isShaped: first?.[0] === 'c' || first?.[0] === 'a' };
  }

  private use(node: Node, indicator: Indicator): void {
    const key = label(indicator);
    if (RTEC_PREDICATES.has(key) || DECLARATIONS.has(key) || OTHER_DECLARATIONS.has(key)) return;
    if (COMPILED.test(indicator.name)) this.add(RuleProblemKind.COMPILED_RULES, compiled(key), this.at(node), key);
    if (this.predicates.has(key) || COMPILED.test(indicator.name)) return;
    this.called.add(key);
    this.uses.push(this.useOf(node, indicator));
  }

  private addSingletons(term: Node, names: readonly string[]): void {
    // Variables that begin with _ are singletons on purpose, so they are not reported.
    const wanted = new Set(names.filter((name) => !name.startsWith('_')));
    if (wanted.size === 0) return;
    visit(term, (node) => {
      if (node[0] !== 'v' || !wanted.has(node[3])) return;
      const message = `${node[3]} stands only once in its clause: write _${node[3]} if that is meant, or look for a misspelling.`;
      this.add(RuleProblemKind.SINGLETON_VARIABLE, message, this.at(node));
    });
  }

  private wrongHead(node: Node, message: string, predicate: string | null = null): void {
    this.add(RuleProblemKind.WRONG_HEAD, message, this.at(node), predicate);
  }

  private add(kind: RuleProblemKind, message: string, place: Place, predicate: string | null = null): void {
    this.problems.push(problem(kind, message, place, predicate));
  }

  private at(node: Node): Place {
    return { ...this.source.position(this.source.offset(node[1])), endLine: this.place.endLine };
  }
}

const TOO_DEEP = 'This clause is nested too deeply, or has a number of too many digits, to be read.';
