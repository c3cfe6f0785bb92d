import { expect, it } from 'vitest';
import { checkDomain, FluentIds, indicatorOf, textOf, wordsOf } from './fluent-names.js';

it('gives the first of a name its id without the arity, further ones with it', () => {
  const ids = new FluentIds('MSA', []);
  expect(ids.claim({ name: 'gap', arity: 1 })).toEqual({ id: 'MSA/gap', name: 'gap', arity: 1 });
  expect(ids.claim({ name: 'gap', arity: 2 })).toEqual({ id: 'MSA/gap/2', name: 'gap', arity: 2 });
  expect(ids.claim({ name: 'gap', arity: 1 }).id).toBe('MSA/gap');
  expect(ids.find('gap', null)?.id).toBe('MSA/gap');
});

it('lets a name without an arity take the first one that comes', () => {
  const ids = new FluentIds('MSA', [{ id: 'MSA/gap', name: 'gap', arity: null }]);
  expect(ids.claim({ name: 'gap', arity: null })).toEqual({ id: 'MSA/gap', name: 'gap', arity: null });
  expect(ids.claim({ name: 'gap', arity: 2 })).toEqual({ id: 'MSA/gap', name: 'gap', arity: 2 });
  expect(ids.claim({ name: 'gap', arity: 1 })).toEqual({ id: 'MSA/gap/1', name: 'gap', arity: 1 });
});

it('keeps a slash in a quoted name apart from the one before an arity', () => {
  const ids = new FluentIds('MSA', []);
  expect(ids.claim({ name: 'gap', arity: 1 }).id).toBe('MSA/gap');
  expect(ids.claim({ name: 'gap', arity: 2 }).id).toBe('MSA/gap/2');
  expect(ids.claim({ name: 'gap/2', arity: 1 }).id).toBe('MSA/gap%2F2');
  expect(ids.claim({ name: 'gap%2F2', arity: 1 }).id).toBe('MSA/gap%252F2');
});

it('tells the words of a name', () => {
  expect(wordsOf('highSpeedNearCoast')).toBe('high speed near coast');
  expect(wordsOf('change_in_speed_start')).toBe('change in speed start');
  expect(wordsOf('gap')).toBe('gap');
});

it('writes what is searched', () => {
  expect(textOf('gap', null, null)).toBe('gap');
  expect(textOf('lowSpeed', 'Slow.', 'initially(lowSpeed(x)=true).')).toBe(
    'low speed\nSlow.\ninitially(lowSpeed(x)=true).',
  );
});

it('reads name and arity', () => {
  expect(indicatorOf('gap_start/1')).toEqual({ name: 'gap_start', arity: 1 });
  expect(indicatorOf('a/b/2')).toEqual({ name: 'a/b', arity: 2 });
  for (const wrong of ['gap', '/1', 'gap/', 'gap/x', 'gap/-1', 'gap/1000', ' /1', 'a\u0000/1'])
    expect(indicatorOf(wrong)).toBeUndefined();
});

it.each(['a/b', ' a', 'a\u0007', 'a\n'])('refuses %j as a domain', (domain) => {
  expect(() => checkDomain(domain)).toThrow(/domain must have no slash/);
});
