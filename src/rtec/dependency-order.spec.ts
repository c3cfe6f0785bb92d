import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runNow } from '../common/turns.js';
import { type Edge, orderDependencies as stepsOf } from './dependency-order.js';

const orderDependencies = (...given: Parameters<typeof stepsOf>) => runNow(stepsOf(...given));
const edges = (text: string): Edge[] =>
  text.split(' ').map((edge) => {
    const [from = '', to = ''] = edge.split('>');
    return { from, to: to.replace('!', ''), deadline: to.endsWith('!') };
  });

describe('the order of dependencies', () => {
  it('puts each after what it needs, by level, then as given', () => {
    // c needs a and b, b needs a and input; d needs nothing.
    const { order, levels, cycles } = orderDependencies(['c', 'b', 'a', 'd'], edges('c>a c>b b>a b>input'));
    expect(order).toEqual(['a', 'd', 'input', 'b', 'c']);
    expect(Object.fromEntries(levels)).toEqual({ a: 0, d: 0, input: 0, b: 1, c: 2 });
    expect(cycles).toEqual([]);
  });

  it('gives all of a cycle one level, counts no dependency on itself, and starts deadlines first', () => {
    const { components, levels, cycles } = orderDependencies(
      ['off', 'on', 'after', 'own'],
      edges('on>event on>off off>on! after>on own>own own>event'),
    );
    expect(components).toEqual([['event'], ['on', 'off'], ['own'], ['after']]);
    expect(Object.fromEntries(levels)).toEqual({ event: 0, on: 1, off: 1, own: 1, after: 2 });
    expect(cycles).toEqual([['on', 'off']]);
  });

  it('goes deeper than the call stack', () => {
    const nodes = Array.from({ length: 50_000 }, (_, index) => String(index));
    const { levels } = orderDependencies(
      nodes,
      nodes.slice(1).map((from, index) => ({ from, to: String(index) })),
    );
    expect(levels.get('49999')).toBe(49_999);
  });

  it('holds for any graph', () => {
    const node = fc.integer({ min: 0, max: 8 }).map(String);
    const graph = fc.array(fc.record({ from: node, to: node }), { maxLength: 20 });
    fc.assert(
      fc.property(graph, (given) => {
        const { components, order, levels } = orderDependencies([], given);
        const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
          given.some(
            (edge) =>
              edge.from === from && !seen.has(edge.to) && (edge.to === to || reaches(edge.to, to, seen.add(edge.to))),
          );
        for (const { from, to } of given) {
          const together = from === to || reaches(to, from);
          expect(components.some((component) => component.includes(from) && component.includes(to))).toBe(together);
          if (together) expect(levels.get(from)).toBe(levels.get(to));
          else {
            expect(order.indexOf(from)).toBeGreaterThan(order.indexOf(to));
            expect(levels.get(from)).toBeGreaterThan(levels.get(to) ?? 0);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
