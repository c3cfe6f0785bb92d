import { describe, expect, it } from 'vitest';
import type { Caller } from '../common/caller.js';
import { MemoryScope } from './memories.model.js';
import { assertMayChange, assertMayShow, mayChange } from './rights.js';

const caller = (project: string, more: Partial<Caller> = {}): Caller => ({
  namespace: 'n',
  team: 't',
  project,
  ...more,
});
const memory = (scope: MemoryScope) => ({ scope, project: 'own' });

describe('a memory that more than its project sees', () => {
  it.each([
    ['own', true],
    ['other', false],
  ])('may be changed by a caller of the project %s: %s', (project, may) => {
    for (const scope of [MemoryScope.TEAM, MemoryScope.ORG]) {
      expect(mayChange(caller(project), memory(scope))).toBe(may);
    }
    const act = () => assertMayChange(caller(project), 'm1', memory(MemoryScope.TEAM));
    if (may) expect(act).not.toThrow();
    else expect(act).toThrow(/Memory "m1"/);
  });

  it('may be changed by an admin', () => {
    expect(mayChange(caller('other', { role: 'admin' }), memory(MemoryScope.ORG))).toBe(true);
  });
});

it('of a project alone is changed by whoever sees it', () => {
  expect(mayChange(caller('other'), memory(MemoryScope.PROJECT))).toBe(true);
});

it('a writer keeps memories of its project alone, a reviewer wider ones; who needs no key, any', () => {
  const show = (more: Partial<Caller>, scope: MemoryScope) => () => assertMayShow(caller('own', more), scope);
  expect(show({ role: 'writer' }, MemoryScope.TEAM)).toThrow('needs the role reviewer');
  expect(show({ role: 'writer' }, MemoryScope.PROJECT)).not.toThrow();
  expect(show({ role: 'reviewer' }, MemoryScope.ORG)).not.toThrow();
  expect(show({}, MemoryScope.ORG)).not.toThrow();
});
