import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  carryOutOrder,
  dependentItems,
  prerequisiteCycles,
  type PrerequisiteNode,
  requiredItems,
} from './prerequisites.js';

const graph = (edges: Record<string, string[]>) => new Map(Object.entries(edges));

const anyGraph = fc
  .array(fc.array(fc.nat(11), { maxLength: 5 }), { minLength: 1, maxLength: 12 })
  .map((lists) => new Map(lists.map((list, item) => [`i${item}`, [...new Set(list)].map((target) => `i${target}`)])));

const anyAcyclicGraph = fc
  .array(fc.array(fc.nat(11), { maxLength: 5 }), { minLength: 1, maxLength: 12 })
  .map(
    (lists) =>
      new Map(
        lists.map((list, item) => [`i${item}`, [...new Set(list)].filter((to) => to < item).map((to) => `i${to}`)]),
      ),
  );

describe('the order to carry out', () => {
  it('puts each after what it requires itself, in the order named', () => {
    const required = graph({
      save: ['cut', 'open'],
      cut: ['open', 'select'],
      open: ['start'],
      select: ['open'],
      start: [],
    });
    expect(carryOutOrder('save', required)).toEqual(['start', 'open', 'select', 'cut']);
    expect(carryOutOrder('save', required, { transitive: false })).toEqual(['open', 'cut']);
    expect(carryOutOrder('start', required)).toEqual([]);
    expect(carryOutOrder('unknown', required)).toEqual([]);
  });

  it('ends on cycles and names each item once, never the item itself', () => {
    const required = graph({ a: ['b'], b: ['c'], c: ['a', 'c'] });
    expect(carryOutOrder('a', required)).toEqual(['c', 'b']);
    expect(carryOutOrder('c', required)).toEqual(['b', 'a']);
  });

  it('takes a chain of 100,000', () => {
    const chain = new Map(Array.from({ length: 100_000 }, (_, n) => [`${n}`, [`${n + 1}`]]));
    expect(carryOutOrder('0', chain)).toHaveLength(100_000);
    expect(prerequisiteCycles(chain)).toEqual([]);
  });

  it('holds for every graph without cycles', () => {
    fc.assert(
      fc.property(anyAcyclicGraph, (required) => {
        for (const item of required.keys()) {
          const order = carryOutOrder(item, required);
          expect(new Set(order).size).toBe(order.length);
          order.forEach((step, place) => {
            for (const before of required.get(step) ?? []) expect(order.indexOf(before)).toBeLessThan(place);
          });
        }
        expect(prerequisiteCycles(required)).toEqual([]);
      }),
    );
  });

  it('and the dependents are the same relation read from both ends', () => {
    fc.assert(
      fc.property(anyGraph, (required) => {
        for (const from of required.keys()) {
          for (const to of carryOutOrder(from, required)) expect(dependentItems(to, required)).toContain(from);
          for (const by of dependentItems(from, required)) expect(carryOutOrder(by, required)).toContain(from);
        }
      }),
    );
  });
});

describe('dependents', () => {
  it('come nearest first, then by id', () => {
    const required = graph({ z: ['open'], b: ['open'], far: ['b'], a: ['far'], open: [] });
    expect(dependentItems('open', required)).toEqual(['b', 'z', 'far', 'a']);
    expect(dependentItems('open', required, { transitive: false })).toEqual(['b', 'z']);
  });
});

describe('states', () => {
  it('lead to their producer, unless nobody produces them', () => {
    const node = (fields: Partial<PrerequisiteNode>): PrerequisiteNode => ({
      id: null,
      name: null,
      requires: [],
      producer: null,
      ...fields,
    });
    const nodes = [
      node({ id: 'plot', requires: ['state:file_open', 'item:start', 'state:nowhere'] }),
      node({ name: 'file_open', producer: 'open' }),
      node({ name: 'nowhere' }),
      node({ id: 'open', requires: ['item:start'] }),
      node({ id: 'start' }),
    ];
    expect(requiredItems(nodes)).toEqual(graph({ plot: ['open', 'start'], open: ['start'], start: [] }));
  });
});

describe('cycles', () => {
  it('are told with their shortest path from the smallest id', () => {
    const required = graph({ d: ['b'], b: ['c', 'a'], c: ['d'], a: ['d'], x: ['x'], y: ['d', 'x'] });
    expect(prerequisiteCycles(required)).toEqual([
      ['a', 'd', 'b', 'a'],
      ['x', 'x'],
    ]);
  });

  it('are found exactly where an item leads back to itself', () => {
    fc.assert(
      fc.property(anyGraph, (required) => {
        const cycles = prerequisiteCycles(required);
        for (const path of cycles) {
          expect(path[0]).toBe(path.at(-1));
          path.slice(1).forEach((to, place) => expect(required.get(path[place] ?? '')).toContain(to));
        }
        const cyclic = [...required].some(([item, targets]) =>
          targets.some((target) => target === item || carryOutOrder(target, required).includes(item)),
        );
        expect(cycles.length > 0).toBe(cyclic);
      }),
    );
  });
});
