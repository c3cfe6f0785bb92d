/** Radii of the innermost ring, in pixels at zoom 1, and the number of nodes whose labels have room on it. */
const RINGS = { wide: { x: 430, y: 200, nodes: 26 }, tall: { x: 190, y: 330, nodes: 14 } } as const;
/** Growth of the radii from ring to ring. */
const GROWTH = 0.6;
/** Smallest share of the radii for an innermost ring with few nodes. */
const SMALLEST = 0.45;

export interface Position {
  readonly x: number;
  readonly y: number;
}

/**
 * Positions for a drawing: the first node in the centre, and the others on ellipses around it, nearer nodes further
 * inside and beside the node through which they were reached. The same graph always gives the same drawing.
 *
 * @param begin ref of the node in the centre
 * @param shape of the area, so that the drawing fills it
 */
export function placesOf(
  begin: string,
  nodes: readonly { readonly ref: string }[],
  edges: readonly { readonly source: string; readonly target: string }[],
  shape: keyof typeof RINGS = 'wide',
): ReadonlyMap<string, Position> {
  const places = new Map<string, Position>();
  const angles = new Map<string, number>([[begin, 0]]);
  const beside = new Map<string, string[]>(nodes.map(({ ref }) => [ref, []]));
  for (const { source, target } of edges) {
    beside.get(source)?.push(target);
    beside.get(target)?.push(source);
  }
  if (beside.has(begin)) places.set(begin, { x: 0, y: 0 });
  const { x, y, nodes: room } = RINGS[shape];
  let ring = 0;
  let level = next([begin]);
  while (level.length > 0) {
    for (let from = 0; from < level.length; ring++) {
      const whole = 1 + GROWTH * ring;
      const onRing = level.slice(from, from + Math.floor(room * whole));
      from += onRing.length;
      const size = ring === 0 ? Math.min(1, Math.max(SMALLEST, onRing.length / room)) : whole;
      onRing.forEach((ref, index) => {
        // Every other ring is turned by half a step, so that labels do not stand in a line.
        const angle = ((index + ((ring + 1) % 2) / 2) / onRing.length) * 2 * Math.PI;
        angles.set(ref, angle);
        places.set(ref, { x: x * size * Math.sin(angle), y: -y * size * Math.cos(angle) });
      });
    }
    level = next(level);
  }
  return places;

  /** Nodes that are not placed yet: those beside the given ones in the order of their angles, then all others. */
  function next(from: readonly string[]): string[] {
    const found = new Set<string>();
    for (const ref of from.toSorted((one, other) => (angles.get(one) ?? 0) - (angles.get(other) ?? 0))) {
      for (const other of beside.get(ref) ?? []) if (beside.has(other) && !places.has(other)) found.add(other);
    }
    return found.size > 0 ? [...found] : nodes.map(({ ref }) => ref).filter((ref) => !places.has(ref));
  }
}
