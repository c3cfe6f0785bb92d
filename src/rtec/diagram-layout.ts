import { groupBy } from '../common/group-by.js';
import type { Steps } from '../common/turns.js';
import type { Diagram, DiagramEdge, DiagramNode } from './diagram-model.js';

type Row = readonly DiagramNode[];

/**
 * The layout of a connected component: bands side by side, each with rows from the highest level down. A level may have
 * several rows; only deep components, such as chains, have several bands.
 */
type Part = readonly (readonly Row[])[];

/** Placed nodes and routed edges, in one part for each connected component. */
export interface Layout {
  /** TB: levels from top to bottom. LR: from left to right. */
  readonly direction: 'TB' | 'LR';
  readonly parts: readonly Part[];
}

/** Sizes in the drawing, in inches: a letter of 11-point Helvetica is about 0.085 wide. */
const SIZE = { letter: 0.085, margin: 0.36, height: 0.36, nodeGap: 0.25, rowGap: 0.6, edge: 0.08 } as const;
/** Ratio of width to height of a landscape page. Parts of another shape have a higher cost. */
const PAGE = 1.4;
/** Maximum numbers of nodes per row that are tried. */
const WIDTHS: readonly number[] = [4, 6, 8, 10, 12, 16, 20, 26, 34, 50, 80];
/** Maximum number of nodes for which several widths are tried. Larger graphs do not fit on a page in any case. */
const MAX_TRIED = 1_000;
const WIDE_ROW = 50;
/** Maximum ratio of the longer side of a drawing to the shorter one. */
export const MAX_RATIO = 3;
/**
 * Rules for bands: minimum number of rows of each, maximum share of edges between bands, and the numbers of bands that
 * are tried.
 */
const LEAST_ROWS = 3;
const MAX_CROSSING = 0.15;
const BANDS = [2, 3, 4, 5, 6, 8, 10, 14, 20] as const;

/**
 * Chooses direction (top-down or left-right) and row widths of a diagram, so that its parts are close to the shape of a
 * page. All nodes without edges together form one part.
 */
export function* layoutOf({ nodes, edges }: Pick<Diagram, 'nodes' | 'edges'>): Steps<Layout> {
  const components = componentsOf(nodes, edges);
  const widths = nodes.length > MAX_TRIED ? [WIDE_ROW] : WIDTHS;
  const first = yield* layoutTo('TB', components, widths);
  const second = yield* layoutTo('LR', components, widths);
  const { direction, parts } = second.cost < 0.8 * first.cost ? second : first;
  return { direction, parts };
}

function* layoutTo(
  direction: Layout['direction'],
  components: readonly Component[],
  widths: readonly number[],
): Steps<Layout & { readonly cost: number }> {
  const parts: Part[] = [];
  let cost = 0;
  for (const { own, inside } of components) {
    const best = yield* bestPart(direction, { own, inside }, widths);
    parts.push(best.part);
    cost += best.cost;
  }
  return { direction, parts, cost };
}

interface Component {
  readonly own: readonly DiagramNode[];
  readonly inside: readonly DiagramEdge[];
}

/** Connected components, largest first; all nodes without edges form the last one. */
function componentsOf(nodes: readonly DiagramNode[], edges: readonly DiagramEdge[]): Component[] {
  const leader = new Map(nodes.map(({ id }) => [id, id]));
  const find = (id: string): string => {
    let at = id;
    for (let up = leader.get(at) ?? at; up !== at; up = leader.get(at) ?? at) {
      leader.set(at, leader.get(up) ?? up);
      at = up;
    }
    return at;
  };
  const linked = new Set<string>();
  for (const { from, to } of edges) {
    if (from === to) continue;
    leader.set(find(from), find(to));
    linked.add(from).add(to);
  }
  const groups = groupBy(nodes, ({ id }) => (linked.has(id) ? find(id) : ''));
  const inside = groupBy(edges, ({ from }) => (linked.has(from) ? find(from) : ''));
  const alone = groups.get('');
  groups.delete('');
  const connected = [...groups].map(([key, own]) => ({ own, inside: inside.get(key) ?? [] }));
  connected.sort((a, b) => b.own.length - a.own.length);
  return alone ? [...connected, { own: alone, inside: inside.get('') ?? [] }] : connected;
}

interface Tried {
  readonly part: Part;
  readonly cost: number;
  /** Ratio of the longer side to the shorter one. */
  readonly ratio: number;
  /** Edges that lead from one band to another. */
  readonly crossing: number;
}

function* bestPart(
  direction: Layout['direction'],
  { own, inside }: Component,
  widths: readonly number[],
): Steps<Tried> {
  const tries: Tried[] = [];
  for (const width of widths) {
    yield;
    const part = [rowsOf(own, inside, width)];
    tries.push({ part, ...costOf(direction, part, inside) });
  }
  const best = cheapest(tries);
  const [rows = []] = best.part;
  // Edges between bands are long and cross other edges, so bands are tried only if no width fits the page.
  if (best.ratio <= MAX_RATIO || rows.length < 2 * LEAST_ROWS) return best;
  const banded: Tried[] = [];
  for (const bands of BANDS.filter((count) => count * LEAST_ROWS <= rows.length)) {
    yield;
    const size = Math.ceil(rows.length / bands);
    const all = Array.from({ length: bands }, (_, band) => rows.slice(band * size, (band + 1) * size));
    const part = all.filter((band) => band.length > 0);
    banded.push({ part, ...costOf(direction, part, inside) });
  }
  return cheapest([best, ...banded.filter(({ crossing }) => crossing <= MAX_CROSSING * inside.length)]);
}

function cheapest(tries: readonly Tried[]): Tried {
  return tries.reduce((best, each) => (each.cost < best.cost ? each : best));
}

/**
 * Splits levels, highest first, into rows of similar length. Within a level, nodes that higher levels need come first.
 */
function rowsOf(own: readonly DiagramNode[], inside: readonly DiagramEdge[], width: number): Row[] {
  const pull = new Map<string, number>();
  for (const { from, to } of inside) {
    pull.set(from, (pull.get(from) ?? 0) - 1);
    pull.set(to, (pull.get(to) ?? 0) + 1);
  }
  // Nodes without edges form one level, because their levels have no meaning.
  const levels = [...groupBy(own, ({ level }) => (inside.length === 0 ? 0 : level))].sort(([a], [b]) => b - a);
  return levels.flatMap(([, same]) => {
    const count = Math.ceil(same.length / width);
    const size = Math.ceil(same.length / count);
    const sorted = count === 1 ? same : same.toSorted((a, b) => (pull.get(b.id) ?? 0) - (pull.get(a.id) ?? 0));
    return Array.from({ length: count }, (_, row) => sorted.slice(row * size, (row + 1) * size));
  });
}

/**
 * Cost of a part: its area in square inches, multiplied by a factor that grows with the difference between its shape
 * and that of a page.
 */
function costOf(direction: Layout['direction'], part: Part, inside: readonly DiagramEdge[]) {
  const isDown = direction === 'TB';
  const widthOf = ({ label, inputs }: DiagramNode) =>
    Math.max(label.length, inputs === undefined ? 0 : 9) * SIZE.letter + SIZE.margin;
  const along = (row: Row) => (isDown ? SIZE.height : Math.max(...row.map(widthOf))) + SIZE.rowGap;
  const place = new Map(
    part.flatMap((rows, band) => rows.flatMap((row, index) => row.map(({ id }) => [id, { band, index }] as const))),
  );
  // Edges that pass a row widen it.
  const begins = part.map((rows) => new Array<number>(rows.length + 1).fill(0));
  let crossing = 0;
  for (const { from, to } of inside) {
    const [one, other] = [place.get(from), place.get(to)];
    if (!one || !other) continue;
    if (one.band !== other.band) crossing += 1;
    const own = begins[one.band] ?? [];
    const [first, last] = [Math.min(one.index, other.index) + 1, Math.max(one.index, other.index)];
    if (one.band !== other.band || first >= last) continue;
    own[first] = (own[first] ?? 0) + 1;
    own[last] = (own[last] ?? 0) - 1;
  }
  const breadths = part.map((rows, band) => {
    let passing = 0;
    const widths = rows.map((row, index) => {
      passing += begins[band]?.[index] ?? 0;
      const own = row.reduce((sum, node) => sum + (isDown ? widthOf(node) : SIZE.height) + SIZE.nodeGap, 0);
      return own + passing * SIZE.edge;
    });
    return Math.max(...widths);
  });
  const breadth = breadths.reduce((sum, each) => sum + each, 0);
  const length = Math.max(...part.map((rows) => rows.reduce((sum, row) => sum + along(row), 0)));
  const shape = isDown ? breadth / length : length / breadth;
  const off = Math.max(1, shape / PAGE, PAGE / shape);
  const cost = breadth * length * off ** 1.5;
  return { cost, crossing, ratio: Math.max(shape, 1 / shape) };
}
