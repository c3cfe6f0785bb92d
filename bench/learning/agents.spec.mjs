import { expect, it } from 'vitest';
import { agentsOf, choose, saysOf } from './agents.mjs';

it('has as many liars as asked for, among the careful and the sloppy', () => {
  for (const share of [0, 0.05, 0.2, 0.4]) {
    expect(agentsOf(share).filter(({ lies }) => lies)).toHaveLength(20 * share);
  }
  const liars = agentsOf(0.4).filter(({ lies }) => lies);
  expect(new Set(liars.map(({ sees }) => sees)).size).toBe(2);
});

it('follows the first advice that it takes to fit, else the first', () => {
  const agent = { sees: 0.9, errs: 0.1 };
  const fits = (each) => each === 'b';
  expect(choose(agent, ['a', 'b', 'c'], fits, () => 0.5)).toBe('b');
  expect(choose(agent, ['a', 'b', 'c'], fits, () => 0.95)).toBe('a');
});

it('reports the contrary when it lies, and when it slips', () => {
  expect(saysOf({ slips: 0, lies: true }, true, () => 0.5)).toBe(false);
  expect(saysOf({ slips: 0.6, lies: false }, true, () => 0.5)).toBe(false);
  expect(saysOf({ slips: 0.4, lies: false }, true, () => 0.5)).toBe(true);
});
