import { expect, it } from 'vitest';
import { generator } from '../lib/data.mjs';
import { agentsOf, capturedOf, choose, saysOf } from './agents.mjs';

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

it('captures what hooks recognise, always with a list of what was used', () => {
  const random = generator(1);
  const given = Array.from({ length: 400 }, (_, n) => ({ ref: `memory:${n}` }));
  const captured = given.flatMap((chosen) => {
    const attempts = Array.from({ length: 10 }, () =>
      capturedOf({ seed: 1, coverage: 0.5, given, chosen, success: true }, random),
    );
    return attempts.filter((each) => each !== undefined).map(({ said, used }) => ({ ref: chosen.ref, said, used }));
  });
  const share = (of) => of.length / captured.length;
  expect(captured.length / 4_000).toBeCloseTo(0.8, 1);
  expect(share(captured.filter(({ said }) => said))).toBeCloseTo(0.96, 1);
  const named = captured.filter(({ used }) => used.length > 0);
  expect(share(named)).toBeCloseTo(0.5, 1);
  expect(named.filter(({ ref, used }) => used[0] === ref).length / named.length).toBeCloseTo(0.957, 1);
  // An entry is recognised always or never.
  const refs = new Set(named.map(({ ref }) => ref));
  expect(captured.filter(({ ref }) => refs.has(ref))).toHaveLength(named.length);
});
