import type { Caller } from '../common/caller.js';
import { ForbiddenError } from '../common/errors.js';
import { assertRole, hasRole } from '../common/roles.js';
import type { Config } from '../config/config.js';
import { MemoryScope } from './memories.model.js';

/** Setting that decides who may delete, restore and promote memories visible to a team or the organisation. */
type WideWrites = Config['WIDE_WRITES'];

/** The properties of a memory that decide who may change it. */
interface Owned {
  readonly scope: MemoryScope;
  readonly project: string;
}

/**
 * Whether a caller who sees a memory may delete, merge, restore or promote it. A memory in project scope is visible
 * only to its project, whose callers may always change it. Reviewers may change any memory that they see.
 */
export function mayChange(caller: Caller, { scope, project }: Owned, wideWrites: WideWrites): boolean {
  if (scope === MemoryScope.PROJECT || hasRole(caller, 'reviewer', false)) return true;
  return wideWrites === 'seen' || (wideWrites === 'project' && caller.project === project);
}

/** @throws ForbiddenError when the caller may not change it */
export function assertMayChange(
  caller: Caller,
  id: string,
  memory: Owned,
  wideWrites: WideWrites,
  what = 'Memory',
): void {
  if (mayChange(caller, memory, wideWrites)) return;
  throw new ForbiddenError(
    wideWrites === 'none'
      ? `${what} "${id}" is seen by more than its project, and this service lets nobody change such`
      : `${what} "${id}" is of the project "${memory.project}", which alone may change it`,
  );
}

/** @throws ForbiddenError when this scope would show a memory to more callers than the caller's key allows */
export function assertMayShow(caller: Caller, scope: MemoryScope): void {
  if (scope !== MemoryScope.PROJECT) assertRole(caller, 'reviewer', `The scope ${scope}`);
}
