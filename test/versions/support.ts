import type { Change } from '../../src/versions/change.model.js';
import type { Version } from '../../src/versions/version.model.js';
import type { VersionsService } from '../../src/versions/versions.service.js';
import type { Caller } from '../../src/common/caller.js';

/** Returns the contents that a thing has had, oldest first. */
export async function statesOf(history: VersionsService, caller: Caller, ref: string): Promise<readonly Version[]> {
  const { nodes } = await history.list(caller, ref, { first: 500 });
  return nodes.toReversed();
}

/** Newest first. */
export async function changesOf(history: VersionsService, caller: Caller, ref?: string): Promise<readonly Change[]> {
  const { nodes } = await history.changes(caller, { first: 500, ...(ref !== undefined && { ref }) });
  return nodes;
}

/** Returns a random generator of integers from 0, the same for each seed. */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
