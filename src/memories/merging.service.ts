import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { BadUserInputError, NotFoundError } from '../common/errors.js';
import { compare } from '../common/text.js';
import type { ContentState } from '../knowledge/kind.js';
import { ChangeDoor, newChange } from '../versions/change.model.js';
import { editRow } from './edit-row.js';
import { MEMORY } from './memories.inputs.js';
import { MemoriesRepository } from './memories.repository.js';
import type { EditRow, MergeEnd } from './memories.statements.js';
import type { MergeMemoriesArgs } from './merging.inputs.js';
import type { MemoryMerge } from './merging.model.js';
import { assertMayChange } from './rights.js';
import { visibleTo } from './scopes.js';

/** Merges two memories that say the same. */
@Injectable()
export class MemoryMerger {
  constructor(
    private readonly repository: MemoriesRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Merges the memory `source` into `target`. Searches and contexts no longer return the source; its id then resolves
   * to the target, which also takes over its tags. Each memory keeps its own evidence. Repeating the merge changes
   * nothing.
   *
   * @throws BadUserInputError when both are the same memory, their scopes differ, or one was merged into another
   * memory before
   * @throws NotFoundError when the caller cannot see both
   * @throws ForbiddenError when their scope is wider than a project and this caller is of another project, which may not
   * change them
   */
  async merge(caller: Caller, { source, target }: MergeMemoriesArgs): Promise<Omit<MemoryMerge, 'memory'>> {
    if (source === target) throw refusal('source', 'notTarget', 'must be another memory than target');
    const viewer = { namespace: caller.namespace, visible: visibleTo(caller) };
    const change = newChange(caller, ChangeDoor.MERGE_MEMORIES, this.clock.now());
    const ids = [source, target].sort(compare);
    const earlier = await this.repository.merge(viewer, ids, change, (ends) =>
      this.rowsOf(caller, { source, target }, ends),
    );
    return {
      changeId: earlier ?? change.id,
      source,
      target,
      message: earlier === undefined ? `"${source}" stands for "${target}" from now on` : 'They were merged before',
    };
  }

  /** @returns the rows to write, or the earlier change that merged the two already */
  private rowsOf(
    caller: Caller,
    { source, target }: MergeMemoriesArgs,
    ends: readonly MergeEnd[],
  ): readonly EditRow[] | string {
    const [from, to] = [source, target].map((id) => {
      const end = ends.find((each) => each.id === id);
      if (!end) throw new NotFoundError('Memory', id);
      return end;
    }) as [MergeEnd, MergeEnd];
    for (const end of [from, to]) assertMayChange(caller, end.id, end);
    if (from.into === target && from.change !== null) return from.change;
    for (const [path, { id, into }] of [['source', from] as const, ['target', to] as const]) {
      if (into !== null) throw refusal(path, 'notMerged', `"${id}" was merged into "${into}" and stands for it`);
    }
    if (from.visibility !== to.visibility) {
      const scopes = from.scope === to.scope ? 'projects or teams' : `scopes: ${from.scope} and ${to.scope}`;
      throw refusal(
        'source',
        'sameScope',
        `and target must be seen by the same callers; they are of different ${scopes}`,
      );
    }
    const tags = [...new Set([...to.says.tags, ...from.says.tags])].slice(0, MEMORY.tags.maxEntries);
    const state = ({ says }: MergeEnd, more: ContentState) => ({ ...says, ...more });
    return [
      editRow(caller.namespace, source, state(from, { mergedInto: target })),
      editRow(caller.namespace, target, state(to, { mergedInto: null, tags })),
    ].sort((a, b) => compare(a.id, b.id));
  }
}

function refusal(path: string, rule: string, why: string): BadUserInputError {
  return BadUserInputError.of(path, rule, `${path} ${why}`);
}
