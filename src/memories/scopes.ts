import { type Caller, DEFAULT_GROUP } from '../common/caller.js';
import { hashedToken } from '../knowledge/facets.js';
import { MemoryScope, MemoryScopeFilter, type Outcome } from './memories.model.js';

const VISIBILITY = 'v';

/** Whose a memory is; who asks has the same. */
export type Owner = Pick<Caller, 'project' | 'team'>;

/** Narrowest first. */
const SCOPES: readonly MemoryScope[] = [MemoryScope.PROJECT, MemoryScope.TEAM, MemoryScope.ORG];

/** The facet that a memory of this scope carries, and that those who see it look for. */
export function visibilityOf(scope: MemoryScope, { project, team }: Owner): string {
  switch (scope) {
    case MemoryScope.PROJECT:
      return hashedToken(VISIBILITY, `project ${project}`);
    case MemoryScope.TEAM:
      return hashedToken(VISIBILITY, `team ${team}`);
    case MemoryScope.ORG:
      return hashedToken(VISIBILITY, 'org ');
  }
}

/** What a caller sees of the scopes asked for: the own project's, the own team's, the organisation's. */
export function visibleTo(
  caller: Owner & Pick<Caller, 'alsoDefaultProject'>,
  filter: MemoryScopeFilter = MemoryScopeFilter.ALL,
): string[] {
  const scopes = filter === MemoryScopeFilter.ALL ? SCOPES : [MemoryScope[filter]];
  const own = scopes.map((scope) => visibilityOf(scope, caller));
  if (!caller.alsoDefaultProject || !scopes.includes(MemoryScope.PROJECT)) return own;
  return [...new Set([...own, visibilityOf(MemoryScope.PROJECT, { ...caller, project: DEFAULT_GROUP })])];
}

export function scopesBelow(scope: MemoryScope): MemoryScope[] {
  return SCOPES.slice(0, SCOPES.indexOf(scope));
}

/** The facet of a memory that is a strategy that worked, or of one that failed. */
export function outcomeToken(outcome: `${Outcome}`): string {
  return `o${outcome.toLowerCase()}0`;
}
