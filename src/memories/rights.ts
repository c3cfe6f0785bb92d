import type { Caller } from '../common/caller.js';
import { ForbiddenError } from '../common/errors.js';
import { assertRole, hasRole } from '../common/roles.js';
import { MemoryScope } from './memories.model.js';

/** The properties of a memory that decide who may change it. */
interface Owned {
  readonly scope: MemoryScope;
  readonly project: string;
}

/**
 * Whether a caller who sees a memory may delete, merge, restore or promote it: its own project may, and reviewers. A
 * memory in project scope is visible only to its project.
 */
export function mayChange(caller: Caller, { scope, project }: Owned): boolean {
  return scope === MemoryScope.PROJECT || caller.project === project || hasRole(caller, 'reviewer', false);
}

/** @throws ForbiddenError when the caller may not change it */
export function assertMayChange(caller: Caller, id: string, memory: Owned, what = 'Memory'): void {
  if (mayChange(caller, memory)) return;
  throw new ForbiddenError(`${what} "${id}" is of the project "${memory.project}", which alone may change it`);
}

/** @throws ForbiddenError when this scope would show a memory to more callers than the caller's key allows */
export function assertMayShow(caller: Caller, scope: MemoryScope): void {
  if (scope !== MemoryScope.PROJECT) assertRole(caller, 'reviewer', `The scope ${scope}`);
}
