import { describe, expect, it } from 'vitest';
import { placesOf } from './places.js';

const star = (size: number) => ({
  nodes: [{ ref: 'a' }, ...Array.from({ length: size }, (_, n) => ({ ref: `n${n}` }))],
  edges: Array.from({ length: size }, (_, n) => ({
    source: n % 2 === 0 ? 'a' : `n${n}`,
    target: n % 2 === 0 ? `n${n}` : 'a',
  })),
});

describe('the places of a drawing', () => {
  it.each(['wide', 'tall'] as const)('have every node once, the first in the centre, none on another: %s', (shape) => {
    const { nodes, edges } = star(499);
    const places = placesOf('a', nodes, edges, shape);
    expect(places.size).toBe(500);
    expect(places.get('a')).toEqual({ x: 0, y: 0 });
    const all = [...places.values()];
    const apart = all.flatMap(({ x, y }, index) =>
      all.slice(index + 1).map((other) => Math.abs(x - other.x) + Math.abs(y - other.y)),
    );
    expect(apart.reduce((least, each) => Math.min(least, each))).toBeGreaterThan(30);
  });

  it('put what is further away further outside, and what nothing leads to on the outside', () => {
    const nodes = ['a', 'b', 'c', 'alone'].map((ref) => ({ ref }));
    const places = placesOf('a', nodes, [
      { source: 'b', target: 'a' },
      { source: 'b', target: 'c' },
      // A node that is not drawn.
      { source: 'a', target: 'gone' },
    ]);
    const distance = (ref: string) => Math.hypot(places.get(ref)?.x ?? 0, places.get(ref)?.y ?? 0);
    expect([...places.keys()].sort()).toEqual(['a', 'alone', 'b', 'c']);
    expect(distance('b')).toBeLessThan(distance('c'));
    expect(distance('c')).toBeLessThan(distance('alone'));
  });

  it('are the same whenever the graph is', () => {
    const { nodes, edges } = star(40);
    expect(placesOf('a', nodes, edges)).toEqual(placesOf('a', nodes, edges));
  });
});
