import { type Caller, DEFAULT_GROUP } from '../common/caller.js';
import { hashedToken } from '../knowledge/facets.js';
import { MemoryScope, MemoryScopeFilter, type Outcome } from './memories.model.js';

const VISIBILITY = 'v';

/** The project and team that own a memory, or that a caller belongs to. */
export type Owner = Pick<Caller, 'project' | 'team'>;

/** Ordered from the narrowest to the widest. */
const SCOPES: readonly MemoryScope[] = [MemoryScope.PROJECT, MemoryScope.TEAM, MemoryScope.ORG];

/** The facet that memories of this scope have. Searches of callers who may see the scope filter by it. */
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

/** The facets that the caller can see among the requested scopes: own project, own team, organisation. */
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

/** The facet of memories whose outcome is a strategy that worked, or one that failed. */
export function outcomeToken(outcome: `${Outcome}`): string {
  return `o${outcome.toLowerCase()}0`;
}
