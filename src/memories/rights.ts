import type { Caller } from '../common/caller.js';
import { ForbiddenError } from '../common/errors.js';
import { assertRole, includesRole } from '../common/roles.js';
import type { Config } from '../config/config.js';
import { MemoryScope } from './memories.model.js';

/** Who deletes, restores and promotes memories that a team or the organisation sees. */
type WideWrites = Config['WIDE_WRITES'];

/** Of a memory, what decides who may change it. */
interface Owned {
  readonly scope: MemoryScope;
  readonly project: string;
}

/**
 * Whether a caller who sees a memory may delete, merge, restore or promote it. One of a project's own scope is seen by nobody
 * else. A reviewer may everywhere.
 */
export function mayChange(caller: Caller, { scope, project }: Owned, wideWrites: WideWrites): boolean {
  if (scope === MemoryScope.PROJECT || isReviewer(caller)) return true;
  return wideWrites === 'seen' || (wideWrites === 'project' && caller.project === project);
}

/** @throws ForbiddenError when it may not */
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
      ? `${what} "${id}" is seen by more than its project, and this service lets nobody change such (WIDE_WRITES=none)`
      : `${what} "${id}" is of the project "${memory.project}", which alone may change it (WIDE_WRITES)`,
  );
}

function isReviewer({ role }: Caller): boolean {
  return role !== undefined && includesRole(role, 'reviewer');
}

/** @throws ForbiddenError when what is kept in this scope is shown to more than the caller's key lets it decide */
export function assertMayShow(caller: Caller, scope: MemoryScope): void {
  if (scope !== MemoryScope.PROJECT) assertRole(caller, 'reviewer', `The scope ${scope}`);
}
