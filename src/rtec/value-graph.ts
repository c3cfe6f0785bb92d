import type { Steps } from '../common/turns.js';
import type { Pattern, ValueDependency, ValuePattern } from './event-description.js';
import { label } from './problems.js';

// Graph of the dependencies between values, in which cycles are searched for. Each condition is a separate vertex,
// because often many values share one condition, and one condition matches many values.

interface Vertex {
  readonly next: GraphVertex[];
}

/** A fluent-value pair that rules define. */
export interface ValueNode extends Vertex {
  readonly pattern: ValuePattern;
}

/** A condition. */
interface ConditionNode extends Vertex {
  readonly pattern?: undefined;
}

export type GraphVertex = ValueNode | ConditionNode;

/** Maximum number of pairs of a condition and a candidate value; the whole graph is held in memory. */
export const MAX_FITS = 2_000_000;

export function isValue(vertex: GraphVertex): vertex is ValueNode {
  return vertex.pattern !== undefined;
}

/** @returns the vertices, values first; undefined if there are more than MAX_FITS candidate pairs */
export function* valueGraph(
  dependencies: readonly Pick<ValueDependency, 'from' | 'to'>[],
): Steps<GraphVertex[] | undefined> {
  const values = new Map<string, ValueNode>();
  const conditions = new Map<string, ConditionNode & { readonly needed: ValuePattern }>();
  const edges = new Set<string>();
  for (const { from, to } of dependencies) {
    yield;
    const [key, neededKey] = [keyOf(from), keyOf(to)];
    const value = values.get(key) ?? { pattern: from, next: [] };
    values.set(key, value);
    const condition = conditions.get(neededKey) ?? { needed: to, next: [] };
    conditions.set(neededKey, condition);
    const edge = `${key} ${neededKey}`;
    if (edges.has(edge)) continue;
    edges.add(edge);
    value.next.push(condition);
  }
  const index = new ValueIndex();
  for (const value of values.values()) {
    yield;
    index.add(value);
  }
  let looked = 0;
  for (const { needed, next } of conditions.values()) {
    for (const value of index.candidates(needed)) {
      if (++looked % STRIDE === 0) yield;
      if (looked > MAX_FITS) return undefined;
      if (unify(needed, value.pattern)) next.push(value);
    }
    yield;
  }
  return [...values.values(), ...conditions.values()];
}

/** Number of candidates after which the generator yields, so that the work can be interrupted. */
const STRIDE = 256;

function keyOf({ name, args, value }: ValuePattern): string {
  return JSON.stringify([name, args, value]);
}

/** Index of values by fluent and, for each argument position, by the constant at that position. */
class ValueIndex {
  private readonly fluents = new Map<string, { readonly all: ValueNode[]; readonly places: Place[] }>();

  add(node: ValueNode): void {
    const key = label(node.pattern);
    const found = this.fluents.get(key) ?? { all: [], places: [] };
    this.fluents.set(key, found);
    found.all.push(node);
    for (const [index, term] of termsOf(node.pattern).entries()) {
      const place = (found.places[index] ??= { variable: [], constant: new Map() });
      const constant = constantOf(term);
      if (constant === undefined) {
        place.variable.push(node);
        continue;
      }
      const nodes = place.constant.get(constant);
      if (nodes) nodes.push(node);
      else place.constant.set(constant, [node]);
    }
  }

  /** Values that may match, looked up by the argument with the fewest candidates. */
  candidates(pattern: ValuePattern): readonly ValueNode[] {
    const found = this.fluents.get(label(pattern));
    if (!found) return [];
    let best: readonly [same: readonly ValueNode[], variable: readonly ValueNode[]] = [found.all, []];
    for (const [index, term] of termsOf(pattern).entries()) {
      const constant = constantOf(term);
      const place = found.places[index];
      if (constant === undefined || !place) continue;
      const here = [place.constant.get(constant) ?? [], place.variable] as const;
      if (here[0].length + here[1].length < best[0].length + best[1].length) best = here;
    }
    return [...best[0], ...best[1]];
  }
}

interface Place {
  readonly variable: ValueNode[];
  readonly constant: Map<string, ValueNode[]>;
}

function termsOf({ args, value }: ValuePattern): readonly Pattern[] {
  return [value ?? '_', ...args];
}

/** Index key of a term: undefined for a variable; the functor of a compound term, which may contain variables. */
function constantOf(term: Pattern): string | undefined {
  if (term === '_') return undefined;
  return typeof term === 'string' ? term : `${term[0]}(${String(term[1].length)})`;
}

/**
 * The shortest cycle through one of the given vertices within their component. If the budget is used up first, it is
 * the shortest cycle found so far.
 *
 * @param budget number of edges that may still be visited; the search from the first vertex always completes
 */
export function* shortestCycle(
  begins: readonly GraphVertex[],
  component: ReadonlySet<GraphVertex>,
  budget: { steps: number },
): Steps<GraphVertex[]> {
  let shortest: GraphVertex[] = [];
  for (const begin of begins) {
    const isFirst = shortest.length === 0;
    // A cycle of two vertices, a value and a condition, is the shortest possible one, so the search ends.
    if (!isFirst && (budget.steps <= 0 || shortest.length === 2)) break;
    const before = new Map<GraphVertex, GraphVertex>();
    let reached: readonly GraphVertex[] = [begin];
    let end: GraphVertex | undefined;
    for (let length = 1; reached.length > 0 && !end && (isFirst || length < shortest.length); length += 1) {
      const further: GraphVertex[] = [];
      for (const vertex of reached) {
        if (!isFirst && budget.steps <= 0) break;
        yield;
        budget.steps -= vertex.next.length;
        for (const next of vertex.next) {
          if (next === begin) end ??= vertex;
          else if (component.has(next) && !before.has(next)) {
            before.set(next, vertex);
            further.push(next);
          }
        }
      }
      reached = further;
    }
    if (end === undefined) continue;
    const cycle = [];
    for (let step: GraphVertex | undefined = end; step !== undefined; step = before.get(step)) cycle.push(step);
    shortest = cycle.reverse();
  }
  return shortest;
}

/** True if two fluent-value pairs can be equal: no constant of one contradicts a constant of the other. */
export function unify(a: ValuePattern, b: ValuePattern | undefined): boolean {
  if (!b || label(a) !== label(b)) return false;
  return match(a.value ?? '_', b.value ?? '_') && a.args.every((arg, index) => match(arg, b.args[index] ?? '_'));
}

function match(a: Pattern, b: Pattern): boolean {
  if (a === '_' || b === '_') return true;
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return a[0] === b[0] && a[1].length === b[1].length && a[1].every((arg, index) => match(arg, b[1][index] ?? '_'));
}
