import { ownValue } from '../../common/json.js';
import { RuleProblemKind } from '../report.model.js';
import { CONTROL } from './rtec.js';
import type { Node } from './terms.js';
import { argumentsOf, indicatorOf, printed, visit } from './term-parts.js';
import { reachesOut } from './unsafe-clause.js';

// Checks of a single clause, independent of the rest of the text.

/** A problem of one clause, at a node of its term. */
export interface ClauseProblem {
  readonly kind: RuleProblemKind;
  readonly message: string;
  readonly node: Node;
}

/** Constants by the names of the variables that stand for them. */
export type Constants = ReadonlyMap<string, Node>;

/** The conjuncts of a body; goals nested in a disjunction or negation are not split. */
function topLevel(body: Node | undefined): readonly Node[] {
  if (!body) return [];
  return body[0] === '&' ? body[3].flatMap(topLevel) : [body];
}

/**
 * Constants that `X = constant` goals at the top level of a body assign to variables. Variables with conflicting goals
 * have none.
 */
export function constantsOf(body: Node | undefined): Constants {
  const found = new Map<string, Node>();
  const open = new Set<string>();
  for (const goal of topLevel(body)) {
    if (goal[0] !== 'c' || goal[3] !== '=' || goal[6].length !== 2) continue;
    const [left, right] = goal[6];
    const [variable, constant] = left?.[0] === 'v' ? [left, right] : [right, left];
    if (variable?.[0] !== 'v' || variable[3] === '' || !constant || !'nas'.includes(constant[0])) continue;
    const before = found.get(variable[3]);
    if (before && before[3] !== constant[3]) open.add(variable[3]);
    found.set(variable[3], constant);
  }
  for (const name of open) found.delete(name);
  return found;
}

const CONTROL_WORDS: Readonly<Record<string, string | undefined>> = {
  ';': 'A disjunction (;)',
  ',': 'A conjunction (,)',
  '->': 'An if-then (->)',
  '*->': 'An if-then (*->)',
  '\\+': 'A negation (\\+)',
  not: 'A negation (not)',
  '!': 'A cut (!)',
};

/** Name of a control construct in words; undefined for all other predicates. */
export function controlWords(name: string): string | undefined {
  return ownValue(CONTROL_WORDS, name);
}

const NO_TERMS: Readonly<Partial<Record<Node[0], string>>> = { l: 'A list', n: 'A number', s: 'A string' };
/** Comparisons of Prolog; `=` is left out, because it joins a fluent and its value. */
const COMPARISON = /^(?:@?[<>]|@?=<|@?>=|=:=|=\\=|\\?==|\\=|is)$/u;

/** What a term is that can be neither a fluent nor an event; undefined if it can. */
export function noTermWords(node: Node): string | undefined {
  if (node[0] === '&') return controlWords(',');
  if (node[0] === 'a') return node[3] === '[]' ? 'A list' : undefined;
  if (node[0] !== 'c') return NO_TERMS[node[0]];
  return COMPARISON.test(node[3]) ? `A comparison (${printed(node)})` : controlWords(node[3]);
}

/** What is said of rules that RTEC's compiler has written. */
export function compiled(key: string): string {
  return `This is the output of RTEC's compiler, which calls ${key}: send the rules from which it was compiled.`;
}

/** Problems of a clause that defines a fluent or event. */
export function* checkClause(head: Node, body: Node | undefined): Iterable<ClauseProblem> {
  const indicator = indicatorOf(head);
  if (!indicator) return;
  const key = `${indicator.name}/${String(indicator.arity)}`;
  if (key === 'holdsFor/2') yield* checkIntervals(head, body);
  if (!body) return;
  if (key === 'initiatedAt/2' && !has(body, /^(?:happensAt|initiatedAt|terminatedAt)/u)) {
    const message =
      'No event begins this value: the body has neither happensAt nor initiatedAt nor terminatedAt. Begin it with a happensAt.';
    yield { kind: RuleProblemKind.NO_EVENT, message, node: head };
  }
  if (POINTS.has(key)) yield* checkTimes(head, body);
}

/** Reports calls of unsafe predicates, which reach files, processes or Prolog itself, at any depth of a body. */
export function* checkCalls(body: Node): Iterable<ClauseProblem & { readonly key: string }> {
  if (body[0] === '&') {
    for (const each of body[3]) yield* checkCalls(each);
    return;
  }
  const indicator = indicatorOf(body);
  if (!indicator) return;
  if (reachesOut(indicator)) {
    const key = `${indicator.name}/${String(indicator.arity)}`;
    const message = `${key} reaches out of the rules, to files, processes or Prolog itself: rules of fluents have no need of it.`;
    yield { kind: RuleProblemKind.UNSAFE_CALL, message, node: body, key };
  }
  const args = argumentsOf(body);
  for (const index of CONTROL.get(indicator.name) ?? []) {
    const goal = args[index];
    if (goal) yield* checkCalls(goal);
  }
}

/** Heads whose last argument is a time-point. */
const POINTS = new Set(['initiatedAt/2', 'terminatedAt/2', 'happensAt/2', 'initiates/3', 'terminates/3']);
/** Conditions whose last argument is a time-point. */
const AT_TIME = new Set(['happensAt/2', 'holdsAt/2', 'initiatedAt/2', 'terminatedAt/2']);
/** Predicates that collect solutions. Time-points inside them are independent of the rule. */
const COLLECTS = new Set(['findall', 'setof', 'bagof', 'aggregate_all', 'forall']);

function* checkTimes(head: Node, body: Node): Iterable<ClauseProblem> {
  const time = argumentsOf(head).at(-1);
  if (time?.[0] !== 'v' || time[3] === '') return;
  const same = new Set([time[3]]);
  for (const goal of topLevel(body)) {
    // Predicates such as nextTimePoint and prevTimePoint relate time-points, like `=`.
    const steps = goal[0] === 'c' && /^(?:next|prev)(?:TimeP|P)oint$/u.test(goal[3]);
    const equates = goal[0] === 'c' && goal[3] === '=' && goal[6].some((each) => each[0] === 'v' && same.has(each[3]));
    if (steps || equates) for (const each of argumentsOf(goal)) if (each[0] === 'v') same.add(each[3]);
  }
  for (const condition of goals(body)) {
    const indicator = indicatorOf(condition);
    const at = argumentsOf(condition).at(-1);
    if (!indicator || !at || !AT_TIME.has(`${indicator.name}/${String(indicator.arity)}`)) continue;
    if (at[0] === 'v' && same.has(at[3])) continue;
    const message = `This condition is at another time than the head's ${time[3]}: RTEC asks all conditions at the time of the head.`;
    yield { kind: RuleProblemKind.OTHER_TIME, message, node: condition };
  }
}

/** Goals at any depth, except those inside collecting predicates such as findall. */
function* goals(node: Node): Iterable<Node> {
  if (node[0] === '&') {
    for (const each of node[3]) yield* goals(each);
  } else if (node[0] === 'c') {
    if (COLLECTS.has(node[3])) return;
    if (controlWords(node[3]) === undefined) yield node;
    else for (const each of node[6]) yield* goals(each);
  }
}

function* checkIntervals(head: Node, body: Node | undefined): Iterable<ClauseProblem> {
  if (body) {
    const point = find(body, /^holdsAt/u);
    if (point) {
      const message =
        'holdsAt asks for a time-point, and holdsFor gives intervals: write holdsFor, and combine the intervals.';
      yield { kind: RuleProblemKind.HOLDS_AT_IN_HOLDS_FOR, message, node: point };
    }
  }
  const intervals = argumentsOf(head)[1];
  if (intervals?.[0] !== 'v' || (body && binds(body, intervals[3]))) return;
  const name = intervals[3] === '' ? '_' : intervals[3];
  const message = `Nothing says what the intervals ${name} are: end the body with the condition that gives them, such as union_all(…, ${name}).`;
  yield { kind: RuleProblemKind.UNBOUND_INTERVAL, message, node: intervals };
}

/** Predicates whose last argument is the output; the others are inputs. */
const GIVES_LAST = new Set([
  'union_all',
  'intersect_all',
  'relative_complement_all',
  'complement_all',
  'intDurGreater',
  'holdsFor',
]);
/** Predicates that only test and do not bind variables. */
const ASKS = new Set([
  '\\=',
  '==',
  '\\==',
  '=:=',
  '=\\=',
  '<',
  '>',
  '=<',
  '>=',
  '@<',
  '@>',
  '@=<',
  '@>=',
  '\\+',
  'not',
]);

/** True if a goal may bind a variable. */
function binds(goal: Node, variable: string): boolean {
  if (variable === '') return false;
  if (goal[0] === '&') return goal[3].some((each) => binds(each, variable));
  if (goal[0] !== 'c' || ASKS.has(goal[3])) return false;
  if (controlWords(goal[3]) !== undefined) return goal[6].some((each) => binds(each, variable));
  const given = GIVES_LAST.has(goal[3]) ? goal[6].slice(-1) : goal[6];
  return given.some((each) => mentions(each, variable));
}

function mentions(node: Node, variable: string): boolean {
  let found = false;
  visit(node, (each) => {
    found ||= each[0] === 'v' && each[3] === variable;
  });
  return found;
}

function has(body: Node, name: RegExp): boolean {
  return find(body, name) !== undefined;
}

function find(body: Node, name: RegExp): Node | undefined {
  let found: Node | undefined;
  visit(body, (node) => {
    if (node[0] === 'c' && name.test(node[3])) found ??= node;
  });
  return found;
}
