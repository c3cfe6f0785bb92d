/**
 * Reduces a line to at most `most` points, in order: the first and last, and the minimum and maximum of each interval
 * between them, so that no peak or drop is lost.
 *
 * @param most at least 4
 */
export function thin<Point>(points: readonly Point[], value: (point: Point) => number, most = 500): Point[] {
  if (points.length <= most) return [...points];
  const stretches = Math.floor((most - 2) / 2);
  const inner = points.length - 2;
  const kept = new Set([0, points.length - 1]);
  for (let stretch = 0; stretch < stretches; stretch++) {
    const from = 1 + Math.floor((stretch * inner) / stretches);
    const to = 1 + Math.floor(((stretch + 1) * inner) / stretches);
    let [lowest, highest] = [from, from];
    for (let index = from; index < to; index++) {
      if (at(points, value, index) < at(points, value, lowest)) lowest = index;
      if (at(points, value, index) > at(points, value, highest)) highest = index;
    }
    kept.add(lowest).add(highest);
  }
  return points.filter((_, index) => kept.has(index));
}

function at<Point>(points: readonly Point[], value: (point: Point) => number, index: number): number {
  const point = points[index];
  return point === undefined ? NaN : value(point);
}
