import { expect, it } from 'vitest';
import { MemoryScope, MemoryScopeFilter } from './memories.model.js';
import { scopesBelow, visibilityOf, visibleTo } from './scopes.js';

const here = { project: 'viewer', team: 'desktop' };

it('lets a project see its own, its team’s and its organisation’s', () => {
  const elsewhere = { project: 'editor', team: 'desktop' };
  expect(visibleTo(here)).toContain(visibilityOf(MemoryScope.PROJECT, here));
  expect(visibleTo(here)).toContain(visibilityOf(MemoryScope.TEAM, elsewhere));
  expect(visibleTo(here)).toContain(visibilityOf(MemoryScope.ORG, { project: 'x', team: 'y' }));
  expect(visibleTo(here)).not.toContain(visibilityOf(MemoryScope.PROJECT, elsewhere));
  expect(visibleTo(here)).not.toContain(visibilityOf(MemoryScope.TEAM, { project: 'viewer', team: 'web' }));
});

it('tells a project from a team of the same name', () => {
  const same = { project: 'search', team: 'search' };
  expect(visibilityOf(MemoryScope.PROJECT, same)).not.toBe(visibilityOf(MemoryScope.TEAM, same));
});

it('filters by exactly one scope', () => {
  expect(visibleTo(here, MemoryScopeFilter.TEAM)).toEqual([visibilityOf(MemoryScope.TEAM, here)]);
});

it('knows what is narrower', () => {
  expect(scopesBelow(MemoryScope.PROJECT)).toEqual([]);
  expect(scopesBelow(MemoryScope.ORG)).toEqual(['PROJECT', 'TEAM']);
});
