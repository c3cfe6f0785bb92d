import fc from 'fast-check';
import { expect, it } from 'vitest';
import { strongComponents } from './strong-components.js';
import { runNow } from './turns.js';

it('finds what goes in circles, each group after those it needs', () => {
  // The graph is a ⇄ b → c ⇄ d and c → e; f needs itself.
  const needs: Record<string, string[]> = { a: ['b'], b: ['a', 'c'], c: ['d', 'e'], d: ['c'], f: ['f'] };
  const components = runNow(strongComponents(['a', 'f'], (node) => needs[node] ?? []));
  expect(components.map((component) => component.toSorted())).toEqual([['e'], ['c', 'd'], ['a', 'b'], ['f']]);
});

it('puts two nodes together exactly if each is reached from the other', () => {
  const nodes = [0, 1, 2, 3, 4, 5];
  const edge = fc.tuple(fc.constantFrom(...nodes), fc.constantFrom(...nodes));
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 12 }), (edges) => {
      // Warshall's algorithm finds the nodes that can be reached through the first nodes, then through more of them.
      const reaches = nodes.map((from) =>
        nodes.map((to) => from === to || edges.some(([a, b]) => a === from && b === to)),
      );
      for (const via of nodes) {
        for (const from of nodes)
          for (const to of nodes) reaches[from]![to] ||= reaches[from]![via]! && reaches[via]![to]!;
      }
      const needs = (node: number) => edges.flatMap(([from, to]) => (from === node ? [to] : []));
      const components = runNow(strongComponents(nodes, needs));
      expect(components.flat().toSorted()).toEqual(nodes);
      const placeOf = (node: number) => components.findIndex((component) => component.includes(node));
      for (const from of nodes) {
        for (const to of nodes) {
          expect(placeOf(from) === placeOf(to)).toBe(reaches[from]![to]! && reaches[to]![from]!);
          if (reaches[from]![to]) expect(placeOf(to)).toBeLessThanOrEqual(placeOf(from));
        }
      }
    }),
  );
});
